// Reads a rule aloud, section by section, from the section that is asked for or that is on the screen; a second press stops.
let run = 0; // a reading that was stopped may still report its end: only the newest one is heard

function stop(button, rule) {
  run += 1;
  speechSynthesis.cancel();
  button.setAttribute("aria-pressed", "false");
  rule.querySelector(".speaking")?.classList.remove("speaking");
}

function say(button, rule, [cell, ...rest], mine) {
  if (mine !== run) return;
  if (!cell) return stop(button, rule);
  // The sign of the link behind a heading is nothing to say; a heading ends like a sentence.
  const words = new SpeechSynthesisUtterance(cell.innerText.replace(" #\n", ".\n"));
  words.lang = cell.lang;
  words.onstart = () => {
    cell.classList.add("speaking");
    cell.scrollIntoView({ block: "nearest" });
  };
  words.onend = () => {
    cell.classList.remove("speaking");
    say(button, rule, rest, mine);
  };
  words.onerror = () => {
    if (mine === run) stop(button, rule);
  };
  speechSynthesis.speak(words);
}

export default function listen(button, rule, section) {
  if (!("speechSynthesis" in window)) return;
  const speaking = button.getAttribute("aria-pressed") === "true";
  if (speaking) stop(button, rule);
  if (speaking && !section) return;
  const cells = [...rule.querySelectorAll("section.row .cell:first-child")];
  const first = cells.findIndex((cell) => (section ? section.contains(cell) : cell.getBoundingClientRect().bottom > 0));
  button.setAttribute("aria-pressed", "true");
  addEventListener("pagehide", () => stop(button, rule), { once: true });
  say(button, rule, cells.slice(Math.max(first, 0)), ++run);
}

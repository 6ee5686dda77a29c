// Reads a rule aloud, section by section, from the section at the top of the screen; a second press stops.
const stop = (button, rule) => {
  speechSynthesis.cancel();
  button.setAttribute("aria-pressed", "false");
  rule.querySelector(".speaking")?.classList.remove("speaking");
};

function say(button, rule, [cell, ...rest]) {
  if (!cell || button.getAttribute("aria-pressed") !== "true") return stop(button, rule);
  const words = new SpeechSynthesisUtterance(cell.innerText);
  words.lang = cell.lang;
  words.onstart = () => { cell.classList.add("speaking"); cell.scrollIntoView({ block: "nearest" }); };
  words.onend = () => { cell.classList.remove("speaking"); say(button, rule, rest); };
  words.onerror = () => stop(button, rule);
  speechSynthesis.speak(words);
}

export default function listen(button, rule) {
  if (!("speechSynthesis" in window) || button.getAttribute("aria-pressed") === "true") return stop(button, rule);
  const cells = [...rule.querySelectorAll("section.row .cell:first-child")];
  const first = cells.findIndex((cell) => cell.getBoundingClientRect().bottom > 0);
  button.setAttribute("aria-pressed", "true");
  addEventListener("pagehide", () => stop(button, rule), { once: true });
  say(button, rule, cells.slice(Math.max(first, 0)));
}

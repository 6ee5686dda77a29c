// Reads a rule aloud, section by section, from the given section or from the one on the screen. A second
// press stops.

// A reading that was stopped may still report its end: only the newest reading counts.
let newestReading = 0;

function stop(button, rule) {
  newestReading += 1;
  speechSynthesis.cancel();
  button.setAttribute("aria-pressed", "false");
  rule.querySelector(".speaking")?.classList.remove("speaking");
}

function readCells(button, rule, [cell, ...rest], reading) {
  if (reading !== newestReading) return;
  if (!cell) return stop(button, rule);
  // The sign of the link behind a heading is not read; a heading ends like a sentence.
  const utterance = new SpeechSynthesisUtterance(cell.innerText.replace(" #\n", ".\n"));
  utterance.lang = cell.lang;
  utterance.onstart = () => {
    cell.classList.add("speaking");
    cell.scrollIntoView({ block: "nearest" });
  };
  utterance.onend = () => {
    cell.classList.remove("speaking");
    readCells(button, rule, rest, reading);
  };
  utterance.onerror = () => {
    if (reading === newestReading) stop(button, rule);
  };
  speechSynthesis.speak(utterance);
}

export default function listen(button, rule, section) {
  if (!("speechSynthesis" in window)) return;
  const isSpeaking = button.getAttribute("aria-pressed") === "true";
  if (isSpeaking) stop(button, rule);
  if (isSpeaking && !section) return;
  const cells = [...rule.querySelectorAll("section.row .cell:first-child")];
  const firstIndex = cells.findIndex((cell) =>
    section ? section.contains(cell) : cell.getBoundingClientRect().bottom > 0,
  );
  button.setAttribute("aria-pressed", "true");
  addEventListener("pagehide", () => stop(button, rule), { once: true });
  readCells(button, rule, cells.slice(Math.max(firstIndex, 0)), ++newestReading);
}

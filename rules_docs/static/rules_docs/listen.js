// Reads a rule aloud, section by section, from the section at the top of the screen.
export default function listen(button, rule) {
  const stop = () => {
    speechSynthesis.cancel();
    button.setAttribute("aria-pressed", "false");
    rule.querySelector(".speaking")?.classList.remove("speaking");
  };
  const say = (cells) => {
    const [cell, ...rest] = cells;
    if (!cell) return stop();
    const words = new SpeechSynthesisUtterance(cell.innerText);
    words.lang = cell.lang;
    words.onstart = () => { cell.classList.add("speaking"); cell.scrollIntoView({ block: "nearest" }); };
    words.onend = () => { cell.classList.remove("speaking"); if (button.getAttribute("aria-pressed") === "true") say(rest); };
    words.onerror = stop;
    speechSynthesis.speak(words);
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-pressed") === "true") return stop();
    const cells = [...rule.querySelectorAll("section.row .cell:first-child")];
    const first = cells.findIndex((cell) => cell.getBoundingClientRect().bottom > 0);
    button.setAttribute("aria-pressed", "true");
    say(cells.slice(Math.max(first, 0)));
  });
  addEventListener("pagehide", stop);
}

// Opens the entry of a term beside its word. Without this script the word is a link to the glossary of the
// page.
const template = document.getElementById("word-card");
const margin = 8;
let openLink = null;
let pressedLink = null;

function openCard(link, entry) {
  const card = template.content.firstElementChild.cloneNode(true);
  card.querySelector(".word").append(...[...entry.children].map((child) => child.cloneNode(true)));
  card.ariaLabel = link.textContent;
  card.querySelector("button").addEventListener("click", () => card.hidePopover());
  card.addEventListener("click", (event) => event.target.closest("a") && card.hidePopover());
  // The keyboard has gone on to something else.
  card.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !card.contains(event.relatedTarget)) card.hidePopover();
  });
  card.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    link.ariaExpanded = "false";
    if (openLink === link) openLink = null;
    card.remove();
  });
  // After its word, so that the Tab key goes from one to the other.
  link.after(card);
  card.showPopover();
  placeCard(card, link);
  card.focus({ preventScroll: true });
  link.ariaExpanded = "true";
  openLink = link;
}

// Below the first line of the word, or above it where there is no room below; the card scrolls with the page.
function placeCard(card, link) {
  const word = link.getClientRects()[0];
  const { offsetWidth: width, offsetHeight: height } = card;
  const left = Math.max(margin, Math.min(word.left, document.documentElement.clientWidth - width - margin));
  const below = word.bottom + margin;
  const above = word.top - height - margin;
  const top = below + height > innerHeight && above > 0 ? above : below;
  card.style.left = `${left + scrollX}px`;
  card.style.top = `${top + scrollY}px`;
}

// A press outside closes the card before the click: a second press on the same word must not open it again.
document.addEventListener("pointerdown", () => (pressedLink = openLink), { capture: true });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.term");
  const isSecondPress = link !== null && pressedLink === link;
  pressedLink = null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const entry = document.getElementById(link.hash.slice(1));
  if (!entry || !template) return;
  event.preventDefault();
  if (!isSecondPress) openCard(link, entry);
});
for (const link of document.querySelectorAll("a.term")) {
  link.ariaHasPopup = "dialog";
  link.ariaExpanded = "false";
}

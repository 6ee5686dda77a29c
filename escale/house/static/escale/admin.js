// Names for screen readers: what Django's own scripts draw takes the name of the field that it stands for.
function addNames() {
  for (const box of document.querySelectorAll(".select2-selection")) {
    const select = box.closest(".select2-container").previousElementSibling;
    const label = select?.getAttribute("aria-label") || select?.labels?.[0]?.textContent.trim();
    if (!label) continue;
    for (const part of [box, box.querySelector(".select2-selection__rendered")])
      part?.setAttribute("aria-label", label);
    box.removeAttribute("aria-labelledby");
  }
  // The column of links has no name: a cell of the head, then, and no heading.
  for (const head of document.querySelectorAll(".inline-group th:empty")) {
    head.replaceWith(Object.assign(document.createElement("td"), { className: head.className }));
  }
  // A table wider than the screen is scrolled by keyboard too.
  for (const element of document.querySelectorAll(".inline-group, #changelist .results")) {
    element.tabIndex = 0;
  }
}

new MutationObserver(addNames).observe(document.body, { childList: true, subtree: true });
addNames();

// Comforts for readers of a rule: check-lists that remember, contents that follow, reading aloud, reading
// offline.
import "./glossary.js";

const rule = document.querySelector("[data-document]");
const slug = rule.dataset.document;

const store = {
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? [];
    } catch {
      return [];
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A private window stores nothing.
    }
  },
};

// A list is known by its section and its number of players, so that both languages share their ticks.
for (const list of rule.querySelectorAll(".checklist")) {
  const key = `checklist:${slug}:${list.closest("section").id}:${list.dataset.players}`;
  const boxes = [...list.querySelectorAll("input[type=checkbox]")];
  const checkedIndexes = store.read(key);
  boxes.forEach((box, index) => {
    box.checked = checkedIndexes.includes(index);
  });
  if (checkedIndexes.length) list.open = true;
  list.addEventListener("change", () =>
    store.write(
      key,
      boxes.flatMap((box, index) => (box.checked ? [index] : [])),
    ),
  );
}

const contents = rule.querySelector(".toc");
const links = new Map([...rule.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
const visibleKeys = new Set();
// Long contents scroll by themselves; the page stays where its reader is.
function scrollToLink(link) {
  const outer = contents.getBoundingClientRect();
  const inner = link.getBoundingClientRect();
  const isVisible = inner.top >= outer.top && inner.bottom <= outer.bottom;
  if (!isVisible) contents.scrollTop += inner.top - outer.top - outer.height / 2;
}
// Another language, alone or beside this one, opens at the section that is read.
const languageLinks = document.querySelectorAll(".masthead [hreflang]");
const besideForm = rule.querySelector("form[data-live]");
function keepPlace(key) {
  const place = key === links.keys().next().value ? "" : `#${key}`;
  for (const link of languageLinks) link.hash = place;
  besideForm.setAttribute("action", place);
}
const sectionObserver = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) visibleKeys[entry.isIntersecting ? "add" : "delete"](entry.target.id);
    const currentKey = [...links.keys()].find((key) => visibleKeys.has(key));
    if (currentKey) {
      scrollToLink(links.get(currentKey));
      keepPlace(currentKey);
    }
    for (const [key, link] of links)
      key === currentKey ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  },
  { rootMargin: "-64px 0px -60% 0px" },
);
for (const section of rule.querySelectorAll("section.row")) sectionObserver.observe(section);

// The words that are selected travel with the report.
rule.addEventListener("click", (event) => {
  const link = event.target.closest("[data-report]");
  const quote = String(getSelection()).trim().slice(0, 500);
  if (link && quote) {
    const url = new URL(link.href);
    url.searchParams.set("quote", quote);
    link.href = url;
  }
});

const listenButton = rule.querySelector("[data-listen]");
const readAloud = async (section) => {
  const { default: listen } = await import(listenButton.dataset.listen);
  listen(listenButton, rule, section);
};
listenButton.addEventListener("click", () => readAloud());
for (const tools of rule.querySelectorAll(".row-tools")) {
  const section = tools.closest("section");
  const button = document.createElement("button");
  button.type = "button";
  button.title = listenButton.textContent.trim();
  button.ariaLabel = `${button.title} (${links.get(section.id)?.textContent})`;
  button.append(listenButton.querySelector("svg").cloneNode(true));
  button.addEventListener("click", () => readAloud(section));
  tools.prepend(button);
}

// A rule that was read once can be read again without a network: the page and what it is made of.
async function storeForOffline() {
  const scope = location.pathname.split("/").slice(0, 3).join("/") + "/";
  await navigator.serviceWorker.register("/shelf.js?name=rules", { scope });
  const urls = performance
    .getEntriesByType("resource")
    .map((resource) => resource.name)
    .filter((url) => url.startsWith(location.origin));
  const shelf = await caches.open("rules");
  await shelf.addAll([location.pathname + location.search, ...new Set(urls)]);
}
if ("serviceWorker" in navigator)
  storeForOffline().catch(() => {
    // There is no room, or the window is private.
  });

// The board of a game is large: it is loaded when somebody wants to try a position.
rule.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-try]");
  if (!button) return;
  const { openPosition } = await import(button.dataset.try);
  openPosition(button);
});

// Comforts of the reader: check-lists that remember, contents that follow, reading aloud, offline. The page works without.
const rule = document.querySelector("[data-document]");
const name = rule.dataset.document;

const keep = {
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
      /* private window */
    }
  },
};

// A list is known by its section and its number of players, so that both languages share their ticks.
for (const list of rule.querySelectorAll(".checklist")) {
  const key = `checklist:${name}:${list.closest("section").id}:${list.dataset.players}`;
  const boxes = [...list.querySelectorAll("input[type=checkbox]")];
  const kept = keep.read(key);
  boxes.forEach((box, index) => {
    box.checked = kept.includes(index);
  });
  if (kept.length) list.open = true;
  list.addEventListener("change", () =>
    keep.write(
      key,
      boxes.flatMap((box, index) => (box.checked ? [index] : [])),
    ),
  );
}

const contents = rule.querySelector(".toc");
const links = new Map([...rule.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
const seen = new Set();
// Long contents scroll by themselves; the page stays where its reader is.
function show(link) {
  const box = contents.getBoundingClientRect(),
    at = link.getBoundingClientRect();
  if (at.top < box.top || at.bottom > box.bottom) contents.scrollTop += at.top - box.top - box.height / 2;
}
// Another language, alone or beside this one, opens at the section that is read.
const elsewhere = document.querySelectorAll(".masthead [hreflang]"),
  beside = rule.querySelector("form[data-live]");
function keepPlace(key) {
  const place = key === links.keys().next().value ? "" : `#${key}`;
  for (const link of elsewhere) link.hash = place;
  beside.setAttribute("action", place);
}
const follow = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) seen[entry.isIntersecting ? "add" : "delete"](entry.target.id);
    const first = [...links.keys()].find((key) => seen.has(key));
    if (first) {
      show(links.get(first));
      keepPlace(first);
    }
    for (const [key, link] of links)
      key === first ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  },
  { rootMargin: "-64px 0px -60% 0px" },
);
for (const section of rule.querySelectorAll("section.row")) follow.observe(section);

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

const listen = rule.querySelector("[data-listen]");
const hear = async (section) => (await import(listen.dataset.listen)).default(listen, rule, section);
listen.addEventListener("click", () => hear());
for (const tools of rule.querySelectorAll(".row-tools")) {
  const section = tools.closest("section");
  const button = document.createElement("button");
  button.type = "button";
  button.title = listen.textContent.trim();
  button.ariaLabel = `${button.title} (${links.get(section.id)?.textContent})`;
  button.append(listen.querySelector("svg").cloneNode(true));
  button.addEventListener("click", () => hear(section));
  tools.prepend(button);
}

// A rule that was read once can be read again without a network: the page and what it is made of.
async function keepForLater() {
  const scope = location.pathname.split("/").slice(0, 3).join("/") + "/";
  await navigator.serviceWorker.register("/r/worker.js", { scope });
  const parts = performance
    .getEntriesByType("resource")
    .map((part) => part.name)
    .filter((url) => url.startsWith(location.origin));
  const shelf = await caches.open("rules");
  await shelf.addAll([location.pathname + location.search, ...new Set(parts)]);
}
if ("serviceWorker" in navigator)
  keepForLater().catch(() => {
    /* no room, or a private window */
  });

// The reader's own list of titles: slugs that are stored in this browser only.
const STORAGE_KEY = "wishes";
const MAX_TITLES = 60;
const readSlugs = () => {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) || "[]").filter((slug) => typeof slug === "string");
  } catch {
    return [];
  }
};
const writeSlugs = (slugs) => {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(slugs.slice(-MAX_TITLES)));
  } catch {
    // A private window stores nothing; the button shows it by staying as it was.
  }
};

for (const button of document.querySelectorAll("[data-wish]")) {
  const slug = button.dataset.wish;
  const updateButton = () => button.setAttribute("aria-pressed", String(readSlugs().includes(slug)));
  updateButton();
  button.addEventListener("click", () => {
    const slugs = readSlugs();
    writeSlugs(slugs.includes(slug) ? slugs.filter((other) => other !== slug) : [...slugs, slug]);
    updateButton();
  });
}

const page = document.querySelector("[data-wishes]");
if (page) {
  const slugs = readSlugs();
  if (!location.search && slugs.length) {
    const query = new URLSearchParams(slugs.map((slug) => ["title", slug]));
    location.replace(`${page.dataset.wishes}?${query}`);
  }
  page.querySelector("[data-wishes-clear]")?.addEventListener("click", () => {
    writeSlugs([]);
    location.assign(page.dataset.wishes);
  });
  // The address is the list, so a title is taken off by going to the address without it.
  const removeButton = page.querySelector("[data-wish-remove]")?.content.firstElementChild;
  for (const card of removeButton ? page.querySelectorAll("[data-slug]") : []) {
    const button = removeButton.cloneNode(true);
    const heading = card.querySelector("h3");
    button.setAttribute("aria-label", `${button.textContent.trim()}, ${heading.textContent}`);
    button.addEventListener("click", () => {
      writeSlugs(readSlugs().filter((slug) => slug !== card.dataset.slug));
      const slugs = new URLSearchParams(location.search).getAll("title");
      const slugsLeft = slugs.filter((slug) => slug !== card.dataset.slug);
      const query = new URLSearchParams(slugsLeft.map((slug) => ["title", slug]));
      location.assign(slugsLeft.length ? `${page.dataset.wishes}?${query}` : page.dataset.wishes);
    });
    card.append(button);
  }
}

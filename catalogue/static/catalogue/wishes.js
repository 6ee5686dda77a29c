// The reader's own list: slugs, in this browser only.
const KEY = "wishes";
const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "[]").filter((slug) => typeof slug === "string");
  } catch {
    return [];
  }
};
const keep = (slugs) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(slugs.slice(-60)));
  } catch {
    /* a private window keeps nothing; the button says so by staying as it was */
  }
};

for (const button of document.querySelectorAll("[data-wish]")) {
  const slug = button.dataset.wish;
  const tell = () => button.setAttribute("aria-pressed", String(kept().includes(slug)));
  tell();
  button.addEventListener("click", () => {
    const slugs = kept();
    keep(slugs.includes(slug) ? slugs.filter((other) => other !== slug) : [...slugs, slug]);
    tell();
  });
}

const page = document.querySelector("[data-wishes]");
if (page) {
  const slugs = kept();
  if (!location.search && slugs.length) {
    const query = new URLSearchParams(slugs.map((slug) => ["title", slug]));
    location.replace(`${page.dataset.wishes}?${query}`);
  }
  page.querySelector("[data-wishes-clear]")?.addEventListener("click", () => {
    keep([]);
    location.assign(page.dataset.wishes);
  });
}

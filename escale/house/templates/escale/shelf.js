// Pages that were opened before stay there without a network: rules, and tables of people with a box. Network first, so
// nobody reads an old page while online. The address says on which shelf they stand.
const SHELF = new URL(location).searchParams.get("name") ?? "rules";
const MAX_PAGES = 120;
const LANGUAGES = "{{ languages|join:" " }}".split(" ");

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok) {
    const shelf = await caches.open(SHELF);
    await shelf.put(request, response.clone());
    const requests = await shelf.keys();
    const oldRequests = requests.slice(0, Math.max(0, requests.length - MAX_PAGES));
    await Promise.all(oldRequests.map((old) => shelf.delete(old)));
  }
  return response;
}

async function fromShelf(request) {
  const sameAddress = await caches.match(request, { ignoreVary: true });
  const response = sameAddress ?? (await caches.match(request, { ignoreSearch: true, ignoreVary: true }));
  if (response || request.mode !== "navigate") return response ?? Response.error();
  // The site's own worker keeps its offline page in one language.
  const pages = await Promise.all(LANGUAGES.map((language) => caches.match(`/${language}/offline/`)));
  return pages.find(Boolean) ?? Response.error();
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const path = new URL(url).pathname;
  const isOurs = mode === "navigate" || path.startsWith("/static/") || path.startsWith("/r/drawings/");
  if (method === "GET" && isOurs && new URL(url).origin === location.origin)
    event.respondWith(fetchAndKeep(event.request).catch(() => fromShelf(event.request)));
});

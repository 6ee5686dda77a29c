// Rules that were read before stay readable without a network. Network first, so nobody reads an old rule while online.
const SHELF = "rules";
const MOST = 120;

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok) {
    const shelf = await caches.open(SHELF);
    await shelf.put(request, response.clone());
    const kept = await shelf.keys();
    await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((old) => shelf.delete(old)));
  }
  return response;
}

async function fromShelf(request) {
  const kept = await caches.match(request, { ignoreVary: true }) ?? await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  if (kept || request.mode !== "navigate") return kept ?? Response.error();
  // The site's own worker keeps its offline page in one language.
  const pages = await Promise.all(["fr", "en", "it", "de"].map((language) => caches.match(`/${language}/offline/`)));
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

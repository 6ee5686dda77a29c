// Pages that were opened before stay there without a network: rules, and tables of people with a box. Network
// first, so nobody reads an old page while the network answers. The address says on which shelf they stand.
const SHELF = new URL(location).searchParams.get("name") ?? "rules";
const MAX_PAGES = 120;
// On a train a network may take a request and never answer it.
const MAX_WAIT_MILLISECONDS = 6000;
const LANGUAGES = "{{ languages|join:" " }}".split(" ");

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok)
    await keep(request, response.clone()).catch(() => {
      // There is no room: the page is read, but not kept.
    });
  return response;
}

async function keep(request, response) {
  const shelf = await caches.open(SHELF);
  await shelf.put(request, response);
  const requests = await shelf.keys();
  const oldRequests = requests.slice(0, Math.max(0, requests.length - MAX_PAGES));
  await Promise.all(oldRequests.map((old) => shelf.delete(old)));
}

async function findOnShelf(request) {
  const sameAddress = await caches.match(request, { ignoreVary: true });
  return sameAddress ?? (await caches.match(request, { ignoreSearch: true, ignoreVary: true }));
}

// What stands on the shelf is answered when the network fails, and when it is too slow.
async function answer(request, fetched) {
  const tooLate = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MILLISECONDS));
  const inTime = await Promise.race([fetched.catch(() => null), tooLate]);
  return inTime ?? (await findOnShelf(request)) ?? fetched.catch(() => apologize(request));
}

async function apologize(request) {
  if (request.mode !== "navigate") return Response.error();
  // The site's own worker keeps its offline page in each language.
  const language = new URL(request.url).pathname.split("/")[1];
  const codes = [language, ...LANGUAGES];
  const pages = await Promise.all(codes.map((code) => caches.match(`/${code}/offline/`)));
  return pages.find(Boolean) ?? Response.error();
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const path = new URL(url).pathname;
  const isOurs = mode === "navigate" || path.startsWith("/static/") || path.startsWith("/r/drawings/");
  if (method !== "GET" || !isOurs || new URL(url).origin !== location.origin) return;
  const fetched = fetchAndKeep(event.request);
  event.waitUntil(fetched.catch(() => null));
  event.respondWith(answer(event.request, fetched));
});

// Shows the offline page, in the language of the address, when a page cannot be fetched; keeps nothing else.
const OFFLINE = {
{% for language, path in offline.items %}
  "{{ language }}": "{{ path }}",
{% endfor %}
};
const FILES = [
  "{% static 'escale/site.css' %}",
  "{% static 'escale/site.js' %}",
  "{% static 'escale/harbour.svg' %}",
];
const CACHE = "{{ version }}";

async function fillCache() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...Object.values(OFFLINE), ...FILES]);
  await self.skipWaiting();
}

async function deleteOldCaches() {
  const names = await caches.keys();
  const oldNames = names.filter((name) => name.startsWith("escale-") && name !== CACHE);
  await Promise.all(oldNames.map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => event.waitUntil(fillCache()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const offline = OFFLINE[pathname.slice(1, 3)] ?? OFFLINE.fr;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(offline)));
  } else if (FILES.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
  }
});

// Shows the offline page when a page cannot be fetched; keeps nothing else.
const OFFLINE = "{{ offline }}";
const KEPT = [OFFLINE, "{% static 'escale/site.css' %}", "{% static 'escale/site.js' %}", "{% static 'escale/harbour.svg' %}"];
self.addEventListener("install", (event) => event.waitUntil(caches.open("{{ version }}").then((kept) => kept.addAll(KEPT)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("escale-") && name !== "{{ version }}").map((name) => caches.delete(name))))));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
  else if (KEPT.includes(new URL(event.request.url).pathname)) event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});

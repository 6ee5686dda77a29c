// Shows the offline page, in the language of the address, when a page cannot be fetched; keeps nothing else.
const OFFLINE = { {% for language, path in offline.items %}"{{ language }}": "{{ path }}"{% if not forloop.last %}, {% endif %}{% endfor %} };
const FILES = ["{% static 'escale/site.css' %}", "{% static 'escale/site.js' %}", "{% static 'escale/harbour.svg' %}"];
const CACHE = "{{ version }}";

self.addEventListener("install", (event) => event.waitUntil(
  caches.open(CACHE).then((kept) => kept.addAll([...Object.values(OFFLINE), ...FILES])).then(() => self.skipWaiting()),
));
self.addEventListener("activate", (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("escale-") && name !== CACHE).map((name) => caches.delete(name)))),
));
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const offline = OFFLINE[pathname.slice(1, 3)] ?? OFFLINE.fr;
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(offline)));
  else if (FILES.includes(pathname)) event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});

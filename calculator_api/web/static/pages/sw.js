// Keeps the pages and the rule sheets that were looked at for the time without a network.
// Scores are never kept: without the server there is no result, and the page says so.

const SHELL = "shell-{{build}}";
const SHEETS = "sheets";
const FILES = [
  "/",
  "/rules",
{{files}}
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== SHELL && key !== SHEETS).map((key) => caches.delete(key))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (pathname.startsWith("/v1/rulesets") || pathname === "/" || pathname.startsWith("/rules")) event.respondWith(freshOrKept(request, pathname));
});

async function freshOrKept(request, pathname) {
  const cache = await caches.open(pathname === "/" ? SHELL : SHEETS);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) cache.put(pathname, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await caches.match(pathname);
    if (kept) return kept;
    throw error;
  }
}

/*
 * The site's service worker: shows a page when the network is gone, and notifications that the server pushes. It stores nothing
 * but that page: no other page, no reply of the API and no media, so nothing private stays on a device after a logout.
 */

const CACHE = 'offline-1';
const OFFLINE_PAGE = '/offline.html';
const ICON = '/icon-192.png';
const BADGE = '/badge-96.png';

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  // All other requests go to the network as if there were no service worker.
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(openPage(event));
});
self.addEventListener('push', (event) => event.waitUntil(showNews(readNews(event.data))));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNews(event.notification)));

async function install() {
  const cache = await caches.open(CACHE);
  await cache.add(new Request(OFFLINE_PAGE, { cache: 'reload' }));
  // Pages depend on no version of this file, so a new one can replace the old one at once.
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // Requests the page while the worker starts, which would otherwise delay it.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const cache = await caches.open(CACHE);
    const page = await cache.match(OFFLINE_PAGE);
    if (page) return page;
    throw error;
  }
}

/** A browser can end a subscription whose message shows nothing, so an unreadable one is shown as well. */
function readNews(data) {
  try {
    const { title, body, path, tag } = data.json();
    return { title: String(title), body: String(body ?? ''), path: toOwnPath(path), tag: String(tag ?? '') };
  } catch {
    return { title: 'You have a new notification', body: '', path: '/notification', tag: 'news' };
  }
}

function toOwnPath(path) {
  const url = new URL(String(path), self.location.origin);
  return url.origin === self.location.origin ? url.pathname + url.search : '/notification';
}

async function showNews({ title, body, path, tag }) {
  const windows = await self.clients.matchAll({ type: 'window' });
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    badge: BADGE,
    data: { path },
    // A page that is in use tells its reader itself.
    silent: windows.some(({ focused }) => focused),
  });
}

async function openNews(notification) {
  notification.close();
  const { path } = notification.data;
  const windows = await self.clients.matchAll({ type: 'window' });
  const found = windows.find(({ focused }) => focused) ?? windows[0];
  if (!found) return void (await self.clients.openWindow(path));
  // A browser that does not raise the window still shows the page in it.
  await found.focus().catch(() => undefined);
  await found.navigate(path);
}

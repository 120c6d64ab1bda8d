/*
 * Shows push notifications, and opens the matching page when a person presses a notification. The browser
 * starts this worker for each push message, even while no page of the site is open. Without a connection, the
 * worker shows the pages that web/features/offline-pages has saved. The worker is registered only when a person
 * turns push notifications or offline pages on, or installs the app.
 */

/**
 * Reads a message from `server/notifications/push/push-message.ts`. Returns a neutral message if it is
 * unreadable.
 */
function readMessage(data) {
  try {
    const { id, title, body, path } = data.json()
    if (typeof title === 'string' && typeof body === 'string' && typeof id === 'string')
      return { id, title, body, path }
  } catch {
    // Browsers penalize sites that show no notification for a push message.
  }
  return { id: 'unknown', title: self.location.hostname, body: 'You have a new notification', path: '' }
}

/** Returns the URL to open. For a path that leads to another site, returns the notifications page. */
function urlOf(path) {
  const fallback = new URL('/notifications', self.location.origin)
  const url = typeof path === 'string' && path ? new URL(path, self.location.origin) : fallback
  return url.origin === self.location.origin ? url.href : fallback.href
}

self.addEventListener('push', (event) => {
  const { id, title, body, path } = readMessage(event.data)
  event.waitUntil(
    // A notification silently replaces an earlier one with the same tag, so a repeated message is shown once.
    self.registration.showNotification(title, {
      body,
      tag: id,
      icon: '/icon-192.png',
      badge: '/icon-maskable-192.png',
      data: { id, path },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  const { id, path } = event.notification.data
  event.notification.close()
  event.waitUntil(Promise.all([markRead(id), openPage(urlOf(path))]))
})

function markRead(id) {
  return fetch(`/api/notifications/${encodeURIComponent(id)}/read`, { method: 'PUT' }).catch(() => undefined)
}

/** Focuses the browser tab that already shows the page, or opens a new tab. */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((one) => one.url === url)
  return open ? open.focus() : self.clients.openWindow(url)
}

/** Saved pages older than this are not shown. web/features/offline-pages/saved-pages.ts has the same number. */
const savedPageMaxAgeMs = 7 * 24 * 3600_000
const offlinePath = '/offline'

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { method, url, mode, destination } = request
  if (method !== 'GET' || new URL(url).origin !== self.location.origin) return
  if (mode === 'navigate') event.respondWith(loadPage(request))
  else if (['script', 'style', 'font', 'image'].includes(destination)) event.respondWith(loadFile(request))
})

/** Loads a page from the server. If the server is unreachable, returns the saved page, or the offline page. */
async function loadPage(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const { pathname, search } = new URL(request.url)
    if (pathname === offlinePath)
      return (await caches.match(offlinePath, { ignoreVary: true })) ?? Promise.reject(error)
    const saved = await caches.match(request, { ignoreVary: true })
    if (saved && Date.now() - Date.parse(saved.headers.get('date')) < savedPageMaxAgeMs) return saved
    if (!(await caches.match(offlinePath, { ignoreVary: true }))) throw error
    return Response.redirect(`${offlinePath}?${new URLSearchParams({ from: pathname + search })}`)
  }
}

async function loadFile(request) {
  try {
    return await fetch(request)
  } catch (error) {
    return (await caches.match(request, { ignoreVary: true })) ?? Promise.reject(error)
  }
}

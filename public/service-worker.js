/*
 * Shows push notifications, and opens the matching page when a person presses a notification. The browser
 * starts this worker for each push message, even while no page of the site is open. The worker is registered
 * only when a person turns push notifications on (web/features/notifications/push-subscription.ts).
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

/*
 * Shows push notifications, and opens the page of a notification when it is pressed. The browser starts this
 * worker for each push message, also while no page of the site is open. Registered only by people who turn push
 * notifications on (web/features/notifications/push-subscription.ts).
 */

/** The message as `server/notifications/push/push-message.ts` sends it, or a neutral one if it is unreadable. */
function readMessage(data) {
  try {
    const { id, title, body, path } = data.json()
    if (typeof title === 'string' && typeof body === 'string' && typeof id === 'string')
      return { id, title, body, path }
  } catch {
    // An unreadable message still has to show something: browsers punish sites that show nothing.
  }
  return { id: 'unknown', title: self.location.hostname, body: 'You have a new notification', path: '' }
}

/** Returns the URL to open. A path that leads to another site is replaced. */
function urlOf(path) {
  const fallback = new URL('/notifications', self.location.origin)
  const url = typeof path === 'string' && path ? new URL(path, self.location.origin) : fallback
  return url.origin === self.location.origin ? url.href : fallback.href
}

self.addEventListener('push', (event) => {
  const { id, title, body, path } = readMessage(event.data)
  event.waitUntil(
    // A message with the same tag replaces the earlier one silently, so a repeated message is shown once.
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

/** Shows the tab that already has the page, or opens a new one. */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((one) => one.url === url)
  return open ? open.focus() : self.clients.openWindow(url)
}

import { createECDH, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { getSession } from '#contract/accounts/current-user.ts'
import { getPushSettings, putPushDevice } from '#contract/push-notifications.ts'
import { getWeeklyDigest } from '#contract/weekly-digest.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

/** The parts of a service worker's global scope that this test replaces. */
interface WorkerScope extends EventTarget {
  registration: { showNotification(title: string, options: unknown): Promise<void> }
  clients: { openWindow(url: string): Promise<null> }
  fetch(url: string): Promise<Response>
}

const createBrowserKeys = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})

/**
 * Fakes the notification permission and the push subscription, because test browsers have no push service.
 * The service worker and the page are not faked.
 */
async function fakePushService(page: Page, permission: 'granted' | 'denied'): Promise<void> {
  await page.addInitScript(
    ({ keys: { endpoint, ...keys }, answer }) => {
      let current: object | null = null
      const store = sessionStorage
      let state = store.getItem('permission') ?? 'default'
      Object.defineProperty(Notification, 'permission', { get: () => state })
      Notification.requestPermission = async () => {
        store.setItem('permission', (state = answer))
        return answer
      }
      const create = () => ({
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          current = null
          store.removeItem('subscribed')
          return true
        },
      })
      if (store.getItem('subscribed')) current = create()
      PushManager.prototype.getSubscription = async () => current as PushSubscription | null
      PushManager.prototype.subscribe = async () => {
        store.setItem('subscribed', 'yes')
        return (current = create()) as unknown as PushSubscription
      }
    },
    { keys: createBrowserKeys(), answer: permission },
  )
}

for (const { shape, options } of screenVariants)
  test(`a person turns push notifications and the weekly email on and off with the keyboard: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    const member = await signUpOverHttp(server.url, `pia_${shape.replace('-', '_')}`)
    const page = await person(options)
    await fakePushService(page, 'granted')
    await setSessionCookies(page, member)
    await page.goto('/notifications')
    const section = page.getByRole('region', { name: 'Push notifications' })
    await expect(section.getByText('Push notifications are off on this device.')).toBeVisible()
    await expect(section.getByRole('checkbox')).toHaveCount(0)
    await checkPageAndCaptureScreenshot(page, 'push-off', shape)

    // The browser's push service cannot be reached. The page shows this reason until the next attempt.
    await page.evaluate(() => {
      const { prototype } = PushManager
      const { subscribe } = prototype
      prototype.subscribe = () => {
        prototype.subscribe = subscribe
        return Promise.reject(new DOMException('Registration failed', 'AbortError'))
      }
    })
    await section.getByRole('button', { name: 'Turn on for this device' }).press('Enter')
    await expect(section.getByRole('alert')).toContainText('Check your connection, then try again.')
    await checkPageAndCaptureScreenshot(page, 'push-failed', shape)
    await section.getByRole('button', { name: 'Turn on for this device' }).press('Enter')
    await expect(section.getByText('Push notifications are on for this device.')).toBeVisible()
    await expect(section.getByRole('alert')).toHaveCount(0)
    await expect(section.getByText('Nothing is sent until you do.')).toBeVisible()
    await section.getByRole('checkbox', { name: 'Replies' }).press('Space')
    await section.getByRole('button', { name: 'Save push settings' }).press('Enter')
    await expect(page.getByText('Notification settings saved')).toBeVisible()
    await expect(section.getByText('Nothing is sent until you do.')).toHaveCount(0)
    const saved = await member.call(getPushSettings, {})
    expect([saved.kinds.reply, saved.kinds.like, saved.devices.length]).toEqual([true, false, 1])

    await page.reload()
    await expect(section.getByRole('checkbox', { name: 'Replies' })).toBeChecked()
    await checkPageAndCaptureScreenshot(page, 'push-on', shape)
    await section.getByRole('button', { name: 'Turn off for this device' }).press('Enter')
    await expect(section.getByText('Push notifications are off on this device.')).toBeVisible()
    expect((await member.call(getPushSettings, {})).devices).toEqual([])

    await page.getByRole('checkbox', { name: 'Email me once a week' }).press('Space')
    await page.getByRole('button', { name: 'Save email settings' }).press('Enter')
    await expect.poll(async () => (await member.call(getWeeklyDigest, {})).on).toBe(true)

    const { id } = (await member.call(getSession, {})).me!
    await page.goto(`/unsubscribe/${id}.wrong`)
    await checkPageAndCaptureScreenshot(page, 'unsubscribe', shape)
    expectedTrouble.push(/status of 404/)
    await page.getByRole('button', { name: 'Turn off' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'unsubscribe-invalid', shape)
  })

test('if the browser blocks notifications, the settings say so and still allow removing other devices', async ({
  person,
  server,
}) => {
  const member = await signUpOverHttp(server.url, 'pia_blocked')
  await member.call(putPushDevice, { body: createBrowserKeys() })
  const page = await person()
  await fakePushService(page, 'denied')
  await setSessionCookies(page, member)
  await page.goto('/notifications')
  const section = page.getByRole('region', { name: 'Push notifications' })
  await section.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(section.getByText('Notifications from this site are blocked in your browser')).toBeVisible()
  await section.getByRole('button', { name: 'Remove Unknown device' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  expect((await member.call(getPushSettings, {})).devices).toEqual([])
})

test('the service worker shows a push notification, and a click on the notification opens its page', async ({
  person,
  server,
}) => {
  const page = await person()
  await page.goto('/about')
  const worker = page.context().waitForEvent('serviceworker')
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js').then(() => undefined))
  const result = await (
    await worker
  ).evaluate(
    async (message) => {
      const scope = self as unknown as WorkerScope
      const shown: unknown[] = []
      const opened: string[] = []
      const calls: string[] = []
      scope.registration.showNotification = async (title, options) => void shown.push([title, options])
      scope.clients.openWindow = async (url) => {
        opened.push(url)
        return null
      }
      scope.fetch = async (url) => {
        calls.push(url)
        return new Response()
      }
      const dispatch = async (event: Event) => {
        const work: Promise<unknown>[] = []
        Object.assign(event, { waitUntil: (promise: Promise<unknown>) => work.push(promise) })
        scope.dispatchEvent(event)
        await Promise.all(work)
      }
      const push = (text: string) =>
        dispatch(Object.assign(new Event('push'), { data: { json: () => JSON.parse(text) as unknown } }))
      await push(JSON.stringify(message))
      await push('not JSON')
      for (const path of [message.path, 'https://evil.example/'])
        await dispatch(
          Object.assign(new Event('notificationclick'), {
            notification: { data: { id: message.id, path }, close: () => undefined },
          }),
        )
      return { shown, opened, calls }
    },
    { id: 'n1', title: 'Afterbell', body: 'Someone replied to your comment', path: '/watch/v1#comments' },
  )
  expect(result.shown).toMatchObject([
    ['Afterbell', { body: 'Someone replied to your comment', tag: 'n1' }],
    ['127.0.0.1', { body: 'You have a new notification' }],
  ])
  expect(result.opened).toEqual([`${server.url}/watch/v1#comments`, `${server.url}/notifications`])
  expect(result.calls).toEqual(Array(2).fill('/api/notifications/n1/read'))
})

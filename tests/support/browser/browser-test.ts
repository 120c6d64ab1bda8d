import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { startTestSite, type TestSite, connectToTestSite } from '../processes/test-site.ts'

interface Worker {
  /** The server that all browser tests of a run share. Tests that kill the server start a separate server. */
  server: TestSite
}

interface Story {
  /**
   * Opens a separate browser context, which simulates another person on another machine. Any console error
   * fails the test.
   */
  person(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  /**
   * Patterns that match the console errors a test expects, such as those caused by a missing page or a killed
   * server.
   */
  expectedTrouble: RegExp[]
}

export const test = base.extend<Story, Worker>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here
    async ({}, use) => {
      const server = await (process.env['TEST_SITE']
        ? connectToTestSite(process.env['TEST_SITE'])
        : startTestSite())
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here
  expectedTrouble: async ({}, use) => use([]),
  person: async ({ browser, server, expectedTrouble }, use, story) => {
    const contexts: BrowserContext[] = []
    const troubles: string[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: server.url,
        reducedMotion: 'reduce',
        timezoneId: noonTimeZone(),
        ...options,
      })
      contexts.push(context)
      const page = await context.newPage()
      if (options.javaScriptEnabled !== false) await waitUntilHydrated(page)
      page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        if (message.type() !== 'error') return
        troubles.push(`${page.url()}: ${message.text()} (${message.location().url})`)
      })
      return page
    })
    for (const context of contexts) await context.close()
    if (story.status !== story.expectedStatus) console.log(server.log.slice(-40).join('\n'))
    expect(troubles.filter((text) => !expectedTrouble.some((known) => known.test(text)))).toEqual([])
  },
})

export { expect }

/**
 * Makes `goto` and `reload` wait for hydration. The page's scripts run after the first paint, and Playwright
 * does not wait for them by itself. Without waiting for hydration, tests would press buttons that do not work
 * yet. The page reports hydration through its console, because code that Playwright evaluates in the page
 * counts as a user gesture. Tests that use `waitUntil: 'commit'` do not wait for hydration.
 */
export async function waitUntilHydrated(page: Page): Promise<void> {
  let heard = () => {}
  page.on('console', (message) => message.text() === 'awake' && heard())
  await page.addInitScript(() => {
    const look = () => (window.pressedEarly ? setTimeout(look, 5) : console.debug('awake'))
    if (window === top) addEventListener('load', look)
  })
  for (const way of ['goto', 'reload'] as const) {
    const go = page[way].bind(page) as (...words: unknown[]) => ReturnType<Page['goto']>
    page[way] = async (...words: unknown[]) => {
      const awake = new Promise<void>((resolve) => (heard = resolve))
      const answer = await go(...words)
      const { waitUntil } = (words.at(-1) ?? {}) as { waitUntil?: string }
      if (answer && waitUntil !== 'commit') await awake
      return answer
    }
  }
}

/**
 * Returns a time zone in which it is around noon now, because notifications are silent at night
 * (contract/safety/safety-defaults.ts). The time zone is never UTC, because pages rendered for browsers
 * without scripts use UTC. A test can therefore detect a page that still shows UTC.
 */
function noonTimeZone(): string {
  const ahead = 12 - new Date().getUTCHours() || 1
  // The names of Etc/GMT time zones have the opposite sign: Etc/GMT+5 is five hours behind UTC.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

export const testPassword = 'kayak-lantern-42'

/**
 * Signs up a member through the API instead of the form. The browser is then signed in as this member, but
 * has not opened a page yet.
 */
export async function signUpThroughApi(page: Page, username: string, age = 16): Promise<void> {
  const account = {
    full_name: `${username} Example`,
    email: `${username}@example.com`,
    age,
    username,
    password: testPassword,
    terms: true,
  }
  expect((await page.request.post('/api/accounts', { data: account })).status()).toBe(201)
}

/** Signs up through the form, as a new member does. */
export async function signUpThroughForm(page: Page, username: string, age = 16): Promise<void> {
  await page.goto('/signup')
  await page.getByRole('textbox', { name: 'Full name' }).fill(`${username} Example`)
  await page.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.com`)
  await page.getByRole('spinbutton', { name: 'Age' }).fill(String(age))
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByLabel(/terms/i).check()
  await page.getByRole('button', { name: 'Join Free' }).click()
  await page.waitForURL('**/dashboard')
}

/**
 * Opens a link as its recipient would, without a user gesture. Scripts that Playwright runs in the page count
 * as a user gesture, which would allow a watch page to start playing automatically.
 */
export async function openPageWithoutUserGesture(
  page: Page,
  url: string,
  options?: Parameters<Page['goto']>[1],
): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userActivation', {
      configurable: true,
      value: { hasBeenActive: false, isActive: false },
    })
  })
  await page.goto(url, options)
}

/** Resolves when the page's video has advanced by at least `seconds` seconds from its current position. */
export async function waitForPlayback(page: Page, seconds = 1): Promise<void> {
  const from = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const isAhead = ([start, more]: number[]) =>
    (document.querySelector('video')?.currentTime ?? 0) > start! + more!
  try {
    await page.waitForFunction(isAhead, [from, seconds], { timeout: 30_000 })
  } catch (error) {
    throw new Error(`The video does not play: ${await page.evaluate(describeVideo)}`, { cause: error })
  }
}

/** Returns the state of the page's video for an error message. */
function describeVideo(): string {
  const video = document.querySelector('video')
  if (!video) return 'no video element'
  const { paused, muted, seeking, currentTime, readyState, networkState, error } = video
  const entries = performance.getEntriesByType('resource').slice(-8)
  const requests = entries.map(({ name, startTime, duration }) => `${name} ${startTime} +${duration}`)
  const state = { paused, muted, seeking, currentTime, readyState, networkState, error: error?.message }
  return JSON.stringify({ state, requests })
}

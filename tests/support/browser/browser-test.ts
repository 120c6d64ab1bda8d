import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { startTestSite, type TestSite, existingSite } from '../processes/test-site.ts'

interface Worker {
  /** One server for all stories of a run; those that kill it start their own. */
  server: TestSite
}

interface Story {
  /** A browser of its own: another person on another machine. Fails the story on any console error. */
  person(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  /** Console messages that belong to the story (a page that is missing, a server that was killed). */
  expectedTrouble: RegExp[]
}

export const test = base.extend<Story, Worker>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's form
    async ({}, use) => {
      const server = await (process.env['TEST_SITE']
        ? existingSite(process.env['TEST_SITE'])
        : startTestSite())
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's form
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
 * Scripts come after the first paint, and a page may be loaded before: nobody in a story is so quick as to press meanwhile. The page says
 * so in its console, because what the driver does in it counts as a gesture. Not for who waits for the commit alone.
 */
async function waitUntilHydrated(page: Page): Promise<void> {
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

/** Bells are quiet at night (contract/safety/safety-defaults.ts): whenever the stories are told, it is day where their people are. */
function noonTimeZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  // The sign of these names is the other way round.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

export const testPassword = 'kayak-lantern-42'

/** Joins, without the form: this browser is signed in and shows the dashboard. */
export async function signUpByRequest(page: Page, username: string, age = 16): Promise<void> {
  const account = {
    full_name: `${username} Example`,
    email: `${username}@example.com`,
    age,
    username,
    password: testPassword,
    terms: true,
  }
  expect((await page.request.post('/api/accounts', { data: account })).status()).toBe(201)
  await page.goto('/dashboard')
}

/** Joins through the form, as a newcomer does. */
export async function signUpByForm(page: Page, username: string, age = 16): Promise<void> {
  await page.goto('/signup')
  await page.getByRole('textbox', { name: 'Full name' }).fill(`${username} Example`)
  await page.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.com`)
  await page.getByLabel('Age').fill(String(age))
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByLabel(/terms/i).check()
  await page.getByRole('button', { name: 'Join Free' }).click()
  await page.waitForURL('**/dashboard')
}

/**
 * Opens a link as somebody who was sent it. The browser driver's own scripts count as a person's gesture, upon which a watch
 * page plays by itself; a cold page has had none.
 */
export async function openWithoutGesture(
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

/** Resolves when the video of the page has really played from where it is for `seconds`. */
export async function waitForPlayback(page: Page, seconds = 1): Promise<void> {
  const from = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  await page.waitForFunction(
    ([start, more]) => (document.querySelector('video')?.currentTime ?? 0) > start! + more!,
    [from, seconds],
    { timeout: 30_000 },
  )
}

import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

test('a page requests no script before the styles for the first paint have loaded', async ({ person }) => {
  const page = await person()
  await page.goto('/')
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, startTime, responseEnd } = entry as PerformanceResourceTiming
      return { name, startTime, responseEnd }
    }),
  )
  const styles = files.filter(({ name }) => name.endsWith('.css'))
  const scripts = files.filter(({ name }) => name.endsWith('.js'))
  expect(styles.length).toBeGreaterThan(0)
  expect(scripts.length).toBeGreaterThan(5)
  const last = Math.max(...styles.map(({ responseEnd }) => responseEnd))
  expect(Math.min(...scripts.map(({ startTime }) => startTime))).toBeGreaterThan(last)
})

test('a button pressed before the scripts have loaded takes effect once they have loaded', async ({
  server,
  person,
}) => {
  const ada = await signUpOverHttp(server.url, 'early_ada')
  await publishSampleVideo(ada, { title: 'Early Bird', type: 'story' })
  const page = await person()
  const scripts = Promise.withResolvers<void>()
  await page.route(/\.js$/, (route) => scripts.promise.then(() => route.continue()))
  await page.goto('/stories', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Details: Early Bird' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  scripts.resolve()
  await expect(page.getByRole('dialog', { name: 'Early Bird' })).toBeVisible()
})

test('a menu opened before the scripts have loaded stays open', async ({ person }) => {
  const page = await person()
  await signUpThroughApi(page, 'early_ben')
  const scripts = Promise.withResolvers<void>()
  await page.route(/\.js$/, (route) => scripts.promise.then(() => route.continue()))
  await page.goto('/stories', { waitUntil: 'commit' })
  const account = page.getByRole('button', { name: 'Your account' })
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  scripts.resolve()
  // React sets this attribute after hydration.
  await expect(account).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
})

test('a page hydrates without errors if the browser’s clock is already in the next year', async ({
  person,
}) => {
  const page = await person()
  await page.clock.setFixedTime(new Date(new Date().getUTCFullYear() + 1, 0, 2))
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4}/)
})

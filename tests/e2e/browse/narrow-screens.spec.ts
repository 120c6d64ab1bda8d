import { putLike } from '#contract/engagement/likes.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

/** A separate site with three popular videos, which have many views and are six days old. */
let site: TestSite

test.beforeAll(async () => {
  site = await startTestSite()
  const fan = await signUpOverHttp(site.url, 'fan_of_waves')
  for (const [type, name] of [
    ['music', 'wilhelmina_brighton'],
    ['story', 'winnifred_brighton'],
    ['talent', 'wolfgang_brighton'],
  ] as const) {
    const creator = await signUpOverHttp(site.url, name)
    const id = await publishSampleVideo(creator, { title: 'Waves', type })
    // A chart lists only one video per creator, and only videos with likes or comments.
    await fan.call(putLike, { params: { id } })
  }
  const views = `insert into daily_view_counts (content_id, day, views) select id, current_date, 1234 from content`
  await runQuery(site.databaseUrl, views)
  await runQuery(site.databaseUrl, `update content set created_at = now() - interval '6 days'`)
})
test.afterAll(async () => {
  await site.close()
})

const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

test('on a narrow phone, a card shows the creator’s name on one line, and the view count and date on the next', async ({
  person,
}) => {
  for (const language of ['en', 'fr', 'en-XA']) {
    const page = await person({ baseURL: site.url, viewport: { width: 320, height: 640 } })
    await page.goto(`/?lang=${language}`)
    const byline = page.locator('.spotlight-place .card-by').nth(1)
    await expect(byline).toContainText('1')
    const [box, name, facts] = await Promise.all(
      [byline, byline.getByRole('link'), byline.locator('.card-facts')].map(
        async (one) => (await one.boundingBox())!,
      ),
    )
    expect(name!.width).toBeGreaterThan(80)
    expect(name!.x).toBeCloseTo(box!.x, 0)
    expect(facts!.y).toBeGreaterThan(name!.y + 10)
    expect(facts!.x).toBeCloseTo(box!.x, 0)
    expect(await page.evaluate(sideways)).toBe(0)
  }
})

test('in a narrow window, the heading of a row fits next to its link and its arrows', async ({ person }) => {
  for (const language of ['es', 'fr', 'en-XA'])
    for (const width of [390, 320]) {
      const page = await person({ baseURL: site.url, viewport: { width, height: 844 } })
      await page.goto(`/search?q=nothing-has-this-name&lang=${language}`)
      const row = page.locator('.row')
      await expect(row.locator('.row-more')).toBeVisible()
      // The row scrolls, so it has arrows where they fit.
      await expect(row.locator('.row-arrows')).toHaveCount(1)
      await expect(row.locator('.row-arrows')).toBeVisible({ visible: width > 360 })
      expect(await page.evaluate(sideways), `${language} at ${width} px`).toBe(0)
    }
})

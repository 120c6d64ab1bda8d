import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expect,
  openPageWithoutUserGesture,
  test,
  waitForPlayback,
} from '#tests/support/browser/browser-test.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'

let ada: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'analytics_ada')
  id = await publishSampleVideo(ada, { title: 'Kite', type: 'story' }, { seconds: 6 })
})

/** Inserts three weeks of analytics that the creator can already see. */
function insertReleasedDays(databaseUrl: string) {
  return runQuery(
    databaseUrl,
    `with days as (select current_date - ago as day, ago from generate_series(1, 20) ago),
      sums as (insert into daily_video_analytics
        select $1, day, 300 - 13 * ago, 280 - 13 * ago, 200 - 9 * ago, (280 - 13 * ago) * 70,
          array(select (280 - 13 * ago) * (120 - at) / 120 from generate_series(1, 100) at), day from days),
      sources as (insert into daily_view_sources select $1, day, source, viewers, day
        from days, (values ('home', 40), ('search', 25), ('external', 12), ('other', 11)) of (source, viewers))
    insert into daily_follower_changes
      select user_id, current_date - 3, 12, 2 from content where id = $1`,
    [id],
  )
}

/** Presses Tab until the link, button or summary has focus. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  const target = page.locator('a, summary').filter({ hasText: name }).first()
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(name)} cannot be reached with Tab`)
}

test('when a viewer leaves the watch page, the browser sends only a summary of the view', async ({
  person,
  server,
}) => {
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await page.getByRole('button', { name: 'Play Kite' }).click()
  await waitForPlayback(page, 4)
  const [request] = await Promise.all([
    page.waitForRequest(/\/watch-summaries$/),
    page.getByRole('link', { name: 'Afterbell' }).first().click(),
  ])
  const body = request.postDataJSON() as Record<string, unknown>
  expect(Object.keys(body).toSorted()).toEqual(['played', 'seconds', 'source', 'token'])
  expect(body['source']).toBe('direct')
  const readSums = () =>
    runQuery(
      server.databaseUrl,
      'select views, summaries, viewers, watch_seconds > 1 as watched, retention[10] as early, retention[100] as late from daily_video_analytics where content_id = $1',
      [id],
    )
  const once = { views: 1, summaries: 1, viewers: 1, watched: true, early: 1, late: 0 }
  await expect.poll(readSums).toEqual([once])
})

for (const { shape, options } of screenVariants)
  test(`a creator reads the analytics with the keyboard, ${shape}`, async ({ person, server }) => {
    const page = await person(options)
    await setSessionCookies(page, ada)
    await page.goto('/dashboard')
    await tabTo(page, 'See analytics')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Analytics', exact: true })).toBeVisible()
    await runQuery(server.databaseUrl, 'delete from daily_view_sources', [])
    await runQuery(server.databaseUrl, 'delete from daily_video_analytics', [])
    await page.reload()
    await expect(page.getByText('Nothing to show yet')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'analytics-empty', shape)

    await insertReleasedDays(server.databaseUrl)
    await page.reload()
    await expect(page.getByRole('definition').first()).toHaveText('3,270')
    await tabTo(page, '7 days')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('definition').first()).toHaveText('1,736')
    await tabTo(page, 'Show as table')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Table: Views by day' }).getByRole('row')).toHaveCount(8)
    await checkPageAndCaptureScreenshot(page, 'analytics-all', shape)

    await tabTo(page, 'Kite')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Analytics: Kite' })).toBeVisible()
    await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('row', { name: /Search 175/ })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'analytics-video', shape)
    await page.getByRole('group').filter({ hasText: 'Part of the video' }).getByText('Show as table').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /^1% \(0:00\) 99%$/ })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'analytics-video-table', shape)

    const link = page.getByRole('link', { name: 'Download CSV: Where viewers came from' })
    await link.focus()
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/^analytics-sources-.*\.csv$/)
    expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toEqual([
      'source,viewers',
      'home,280',
      'search,175',
      'external,84',
      'other,77',
      '',
    ])

    await runQuery(
      server.databaseUrl,
      `insert into stream_replacements (content_id, state, replaced_at)
        values ($1, 'replaced', current_date - 4 + interval '15 hours')`,
      [id],
    )
    await page.reload()
    await expect(page.getByText(/^Video replaced on \d+ \w+/)).toBeVisible()
    await expect(page.getByText(/You replaced the video on .*, so only later views count here/)).toBeVisible()
    await page.getByRole('group').filter({ hasText: 'Day' }).getByText('Show as table').first().press('Enter')
    await expect(page.getByRole('row', { name: /\(video replaced\)/ })).toHaveCount(1)
    await checkPageAndCaptureScreenshot(page, 'analytics-replaced', shape)
    await runQuery(server.databaseUrl, 'delete from stream_replacements where content_id = $1', [id])
  })

test('the analytics of another creator’s video return 404', async ({ person, server, expectedTrouble }) => {
  expectedTrouble.push(/404/)
  const page = await person()
  await setSessionCookies(page, await signUpOverHttp(server.url, 'analytics_bob'))
  expect((await page.goto(`/dashboard/analytics/${id}`))!.status()).toBe(404)
})

import type { Page } from '@playwright/test'
import type { PlaybackReport } from '#contract/playback-quality.ts'
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
import { promoteStaff } from '#tests/support/postgres/promote-staff.ts'

let ruth: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  ruth = await signUpOverHttp(server.url, 'quality_ruth', 19)
  id = await publishSampleVideo(ruth, { title: 'Comet', type: 'story' }, { seconds: 6 })
  await promoteStaff(server.databaseUrl, 'quality_ruth@example.com', 'admin')
})

/** Opens the video, runs `act`, and returns the report that the browser sends. */
async function captureReport(page: Page, act: () => Promise<void>) {
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  const sent = page.waitForRequest(/\/playback-reports$/)
  await act()
  const request = await sent
  return { report: request.postDataJSON() as PlaybackReport, headers: await request.allHeaders() }
}

const leave = (page: Page) => page.getByRole('link', { name: 'Afterbell' }).first().click()

test('when a viewer leaves, the browser sends one report without cookies, ids or the address of the page', async ({
  person,
}) => {
  const page = await person()
  await setSessionCookies(page, ruth)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const { report, headers } = await captureReport(page, async () => {
    await page.getByRole('button', { name: 'Play Comet' }).click()
    await waitForPlayback(page, 2)
    await leave(page)
  })
  expect(report).toEqual({
    startup: report.startup,
    exited: false,
    error: null,
    stalled: report.stalled,
    seeks: [],
    downshifts: 0,
    frames: report.frames,
    dropped: report.dropped,
    played: report.played,
  })
  expect(report.startup).toBeGreaterThan(0)
  expect(report.frames).toBeGreaterThan(10)
  const seconds = Object.values(report.played).reduce((sum, some) => sum + some, 0)
  expect(seconds).toBeGreaterThan(1)
  expect(seconds).toBeLessThan(7)
  expect(headers['cookie']).toBeUndefined()
  expect(headers['referer'] ?? '').not.toContain(id)
  await page.goto('/about')
  expect(requests.filter((path) => path.endsWith('/playback-reports'))).toHaveLength(1)
})

test('leaving before the first frame is reported as an exit', async ({ person }) => {
  const page = await person()
  // The poster must load, because otherwise the page would never finish loading.
  await page.route(/\.m3u8$/, () => {})
  const { report } = await captureReport(page, async () => {
    await page.getByRole('button', { name: 'Play Comet' }).click()
    // The report is part of the code of the controls.
    await expect(page.locator('.stage .controls')).toBeVisible()
    await leave(page)
  })
  expect(report).toMatchObject({ startup: null, exited: true, error: null, frames: 0, played: {} })
})

test('no report is sent if the video is not played', async ({ person }) => {
  const page = await person()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await leave(page)
  await expect(page).not.toHaveURL(/watch/)
  expect(requests.filter((path) => path.endsWith('/playback-reports'))).toEqual([])
})

/** Inserts a week of totals, in which the evening of the day before yesterday had problems. */
async function insertWeek(databaseUrl: string): Promise<void> {
  await runQuery(databaseUrl, 'delete from playback_quality', [])
  await runQuery(
    databaseUrl,
    `with hours as (select date_trunc('hour', now()) - make_interval(hours => ago) as hour,
        case when ago between 40 and 46 then 8 else 1 end as bad, 40 + (ago * 7) % 23 as viewings
        from generate_series(0, 167) ago)
      insert into playback_quality select hour, measure, bucket, viewings * amount from hours,
        lateral (values ('viewings', 'all', 1), ('startup', '0.5', 0.6), ('startup', '1', 0.25),
          ('startup', '2', 0.1 * bad), ('startup', '6', 0.01 * bad), ('seek', '0.25', 0.4), ('seek', '1', 0.05 * bad),
          ('exited', 'all', 0.01 * bad), ('error', 'network', 0.004 * bad), ('error', 'codec', 0.001),
          ('stalled', 'all', 0.3 * bad), ('frames', 'all', 5400), ('dropped', 'all', 9), ('downshifts', 'all', 0.05 * bad),
          ('played', '240', 20), ('played', '480', 80), ('played', '720', 60), ('played', '1080', 20)) as told (measure, bucket, amount)`,
    [],
  )
}

for (const { shape, options } of screenVariants)
  test(`an admin sees how well videos play, ${shape}`, async ({ person, server }) => {
    const page = await person(options)
    await setSessionCookies(page, ruth)
    await runQuery(server.databaseUrl, 'delete from playback_quality', [])
    await page.goto('/mod/figures')
    await page.getByRole('link', { name: 'Playback quality' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Playback quality' })).toBeVisible()
    await expect(page.getByText('No reports yet')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'playback-quality-empty', shape)

    await insertWeek(server.databaseUrl)
    await page.getByRole('link', { name: '7 days' }).click()
    const summary = page.getByRole('table', { name: 'Summary' })
    await expect(summary.getByRole('row', { name: /^Startup time, median \d+ ms$/ })).toBeVisible()
    await expect(summary.getByRole('row', { name: /^Rebuffering ratio 0\.\d+%$/ })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Delivered quality' }).getByRole('row')).toHaveText([
      /Quality/,
      '1080p11%',
      '720p33%',
      '480p44%',
      '240p11%',
    ])
    await expect(
      page.getByRole('table', { name: 'Errors' }).getByRole('row', { name: /Network/ }),
    ).toBeVisible()
    await expect(page.getByRole('figure', { name: 'Startup time' })).toContainText('95th percentile')
    await checkPageAndCaptureScreenshot(page, 'playback-quality', shape)
  })

test('moderators do not see the page', async ({ person, server, expectedTrouble }) => {
  expectedTrouble.push(/status of 404/)
  const mila = await signUpOverHttp(server.url, 'quality_mila', 19)
  await promoteStaff(server.databaseUrl, 'quality_mila@example.com', 'moderator')
  const page = await person()
  await setSessionCookies(page, mila)
  expect((await page.goto('/mod/playback-quality'))?.status()).toBe(404)
})

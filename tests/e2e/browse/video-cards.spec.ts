import type { Locator } from '@playwright/test'
import type { QueryResultRow } from 'pg'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import {
  insertOlderTvShowsWithoutMedia,
  insertTvShow,
} from '#tests/support/fixtures/tv-shows-without-media.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { openVideoDetails, setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

/** A separate site. The tests can query the site's database. */
let site: TestSite
let ada: HttpTestClient
const films = { movie: '', music: '' }
/** Queries the database directly, for states that cannot be reached through the site. */
const query = <R extends QueryResultRow>(text: string, values?: unknown[]) =>
  runQuery<R>(site.databaseUrl, text, values)

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  site = await startTestSite()
})
test.afterAll(async () => {
  await site.close()
})

test('a movie card plays a preview on hover and stores likes in the browser', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_FAILED/)
  ada = await signUpOverHttp(site.url, 'ada')
  films.music = await publishSampleVideo(ada, { title: 'Teaser', type: 'music', genre: 'Pop' })
  films.movie = await publishSampleVideo(ada, {
    title: 'Pier at night',
    type: 'movie',
    genre: 'Drama',
    description: 'Cold.',
  })
  const editing = await person({ baseURL: site.url })
  await setSessionCookies(editing, ada)
  await editing.goto(`/dashboard/edit/${films.movie}`)
  await editing.getByLabel('Or use one of your videos').selectOption('Teaser')
  await expect(editing.getByLabel('Trailer link')).toHaveValue(`/watch/${films.music}`)
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing.getByText('Your changes are live.').first()).toBeVisible()

  const page = await person({ baseURL: site.url, reducedMotion: 'no-preference' })
  await page.goto('/movies')
  await expect(page.getByRole('heading', { name: 'My Movies' })).toBeHidden()
  const card = page.locator('article').filter({ hasText: 'Pier at night' }).first()
  await card.hover()
  await expect(card.locator('video[data-on]')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Play: Pier at night' })).toHaveAttribute(
    'href',
    `/watch/${films.movie}`,
  )
  // The rest of the test needs no animations, which are expensive to render without a GPU.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const like = card.getByRole('button', { name: 'Like Pier at night, 0' })
  await like.click()
  await card.getByRole('button', { name: 'Liked Pier at night, 1' }).click()
  await expect(card.getByRole('button', { name: 'Liked Pier at night, 1' })).toBeVisible()
  await page.reload()
  await expect(card.getByRole('button', { name: 'Liked Pier at night, 1' })).toBeVisible()
  expect(await page.evaluate((id) => localStorage.getItem(`like:${id}`), films.movie)).toBe(
    '{"count":1,"mine":true}',
  )
  await page.goto('/music')
  await expect(page.getByRole('link', { name: 'Teaser', exact: true }).first()).toBeVisible()
  await expect(page.locator('.card-like')).toHaveCount(0)

  await page.goto('/movies')
  const dialog = await openVideoDetails(page, 'Pier at night')
  for (const text of ['movie', 'Drama', 'Cold.'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Uploaded \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeHidden()
  await expect(dialog.locator('.card-cover img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Trailer' }).click()
  await expect(dialog.getByRole('region', { name: 'Video player: Teaser' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Play' }).click()
  await expect(page).toHaveURL(`/watch/${films.movie}`)

  await setSessionCookies(page, ada)
  await page.goto('/browse')
  await expect(page.getByRole('heading', { name: 'My Movies' })).toBeVisible()
  const own = await openVideoDetails(page, 'Pier at night')
  const confirm = async () => {
    await own.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  const cut = '**/api/content/*'
  await page.route(cut, (route) => route.abort())
  await confirm()
  await expect(page.getByRole('alert').getByText('Delete failed')).toBeVisible()
  await page.unroute(cut)
  await confirm()
  await expect(page.getByText('Content deleted')).toBeVisible()
  await expect(page.getByText('Movie has been successfully deleted.')).toBeVisible()
  await expect(page.getByText('No Movies Available')).toBeVisible()
})

test('only movie and TV show cards show like counts', async ({ person }) => {
  const page = await person({ baseURL: site.url })
  for (const [path, type, likes] of [
    ['/movies', 'movie', 1],
    ['/tv-shows', 'tv_show', 1],
    ['/shows', 'tv_show', 0],
    ['/stories', 'story', 0],
    ['/talent', 'talent', 0],
    ['/challenges', 'challenge', 0],
    ['/live', 'live', 0],
    ['/music', 'music_video', 0],
  ] as const) {
    await query(`update content set content_type = $1 where id = $2`, [type, films.music])
    const html = await (await page.request.get(path)).text()
    expect(html, path).toContain('>Teaser<')
    expect(html.includes('class="card-like"'), path).toBe(likes === 1)
  }
})

test('on a phone the card buttons do not cover the picture and are large enough to tap', async ({
  person,
}) => {
  const viewport = { width: 390, height: 844 }
  const page = await person({ baseURL: site.url, viewport, hasTouch: true, isMobile: true })
  await page.goto('/all/new')
  const card = page.locator('article').filter({ hasText: 'Teaser' })
  const boxOf = async (part: Locator) => (await part.boundingBox())!
  const cover = await boxOf(card.locator('.card-cover'))
  const play = await boxOf(card.getByRole('link', { name: 'Play: Teaser' }))
  const info = await boxOf(card.getByRole('button', { name: 'Details: Teaser' }))
  const badge = await boxOf(card.locator('.badge'))
  for (const { width, height } of [play, info]) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(play.x + play.width).toBeLessThan(cover.x + cover.width / 2)
  expect(play.y).toBeGreaterThan(cover.y + cover.height / 2)
  for (const { y } of [info, badge]) expect(y).toBeGreaterThan(cover.y + cover.height * 0.8)
})

test('a failed deletion shows the server’s error message, and a successful one confirms that the TV show was deleted', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 404/)
  const finale = await insertTvShow(site.databaseUrl, films.music, 'Finale')
  const page = await person({ baseURL: site.url })
  await setSessionCookies(page, ada)
  const remove = async () => {
    const dialog = await openVideoDetails(page, 'Finale')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    return page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
  }
  await page.goto('/tv-shows')
  const sure = await remove()
  // The video is deleted on another device in the meantime.
  await query('update content set deleted_at = now() where id = $1', [finale])
  await sure.click()
  const toast = page.getByRole('alert').filter({ hasText: 'Delete failed' })
  await expect(toast).toContainText("That video doesn't exist (or was removed)")
  await query('update content set deleted_at = null where id = $1', [finale])
  await page.reload()
  await (await remove()).click()
  await expect(page.getByText('Content deleted')).toBeVisible()
  await expect(page.getByText('TV show has been successfully deleted.')).toBeVisible()
})

test('the video of the week plays in a dialog, and closing the dialog returns focus to the button that opened it', async ({
  person,
}) => {
  const page = await person({ baseURL: site.url })
  await page.goto('/')
  const play = page.getByRole('button', { name: 'Play: Teaser' })
  await play.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Teaser' })
  await expect(dialog.locator('video')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(play).toBeFocused()
})

test('a category page shows eight skeleton cards while it loads, and a creator page shows a loading message', async ({
  person,
}) => {
  const page = await person({ baseURL: site.url })
  const letGo: (() => void)[] = []
  await page.route(/\.data(\?|$)/, async (route) => {
    await new Promise<void>((go) => letGo.push(go))
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Talent' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading Talent' })).toBeAttached()
  await expect(page.locator('.card-grid [aria-hidden] .card-cover')).toHaveCount(8)
  letGo.splice(0).forEach((go) => go())
  await expect(page.getByText('No Talent Videos Yet')).toBeVisible()
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'ada', exact: true }).first().click()
  await expect(page.getByText('Loading…')).toBeVisible()
  letGo.splice(0).forEach((go) => go())
  await expect(page.getByRole('heading', { level: 1, name: 'ada' })).toBeVisible()
})

test('an overflowing row of videos links to the full list, and going back restores the scroll position', async ({
  person,
  expectedTrouble,
}) => {
  // The inserted TV shows have no media, so failed media requests are expected.
  expectedTrouble.push(/media\/none/)
  await insertOlderTvShowsWithoutMedia(site.databaseUrl, films.music, 26)
  const page = await person({ baseURL: site.url, viewport: { width: 390, height: 844 } })
  await page.goto('/shows')
  const row = page.getByRole('region', { name: 'Comedy Series' })
  await row.getByRole('link', { name: 'See all: Comedy Series' }).press('Enter')
  await expect(page).toHaveURL('/all/shows/comedy-series')
  await expect(page.getByRole('heading', { level: 1, name: 'Comedy Series' })).toBeVisible()
  const cards = page.getByRole('main').locator('article')
  await expect(cards).toHaveCount(24)

  // A new page opens at the top, and Back restores the scroll position (ruling 36 in docs/spec-coverage.md).
  const last = cards.last().getByRole('link').first()
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(400)
  await last.press('Enter')
  await expect(page).toHaveURL(/\/watch\//)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/all/shows/comedy-series')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)

  await page.getByRole('link', { name: 'Older videos' }).click()
  await expect(cards).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByText('You’re all caught up')).toBeVisible()
  await page.getByRole('link', { name: 'Newest videos' }).click()
  await expect(cards).toHaveCount(24)
  await page.getByRole('link', { name: 'Back to Shows' }).click()
  await expect(page).toHaveURL('/shows')

  const plain = await person({ baseURL: site.url, javaScriptEnabled: false })
  await plain.goto('/')
  await plain.getByRole('link', { name: /^See all: New on/ }).click()
  await expect(plain.getByRole('main').locator('article')).toHaveCount(24)
  await plain.getByRole('link', { name: 'Older videos' }).click()
  await expect(plain.getByRole('main').locator('article')).toHaveCount(3)
  await query(`delete from content where genre = 'comedy'`)
})

test('a list that cannot be loaded appears empty, and the error is logged', async ({ person }) => {
  // `notify pages` clears the page cache. Otherwise, the server would still serve pages that it cached before
  // the table was renamed. Serving such pages is correct in production, but this test needs newly rendered
  // pages.
  await query('alter table content rename to content_gone; notify pages')
  const page = await person({ baseURL: site.url })
  await page.goto('/music')
  await expect(page.getByText('No Music Yet')).toBeVisible()
  expect(site.log.join('\n')).toMatch(/content.*does not exist/)
  await page.goto('/')
  await expect(page.getByText('None yet – be the first!')).toHaveCount(5)
  await query('alter table content_gone rename to content')
  await page.goto('/music')
  await expect(page.getByRole('heading', { name: 'Recently Added Music' })).toBeVisible()
})

test('the dashboard still works, and shows an error, if the profile cannot be loaded', async ({ person }) => {
  const page = await person({ baseURL: site.url })
  await setSessionCookies(page, ada)
  // An infinite date makes the profile row unreadable to the server, but the server can still read the
  // session.
  await query(`update profiles set last_username_change = 'infinity'`)
  await page.goto('/dashboard')
  await query('update profiles set last_username_change = null')
  await expect(page.locator('.toast').getByText('Profile error')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your uploads' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Teaser' })).toBeVisible()
})

test('a video whose creator has no profile still plays and links to the creator by ID', async ({
  person,
}) => {
  const [lost] = await query<{ user_id: string }>('delete from profiles returning user_id')
  const page = await person({ baseURL: site.url })
  await page.goto(`/watch/${films.music}`)
  await expect(page.getByRole('button', { name: 'Play Teaser' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Creator' })).toHaveAttribute(
    'href',
    `/creator/id/${lost!.user_id}`,
  )
})

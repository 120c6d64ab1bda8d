/*
 * Pages for anonymous visitors are cached for a few seconds, and a change to a page's content invalidates its
 * cached copy.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSession } from '#contract/accounts/current-user.ts'
import { deleteComment, postComment } from '#contract/engagement/comments.ts'
import { createPlaylist, deletePlaylist, updatePlaylist } from '#contract/engagement/playlists.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { deleteEpisode, putEpisode, updateSeries } from '#contract/content/series.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { pageCacheLimits } from '#server/platform/pages/page-cache.ts'
import { startLiveUpdates, stopLiveUpdates } from '#server/platform/live-updates/live-updates.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createEpisode, createTestSeries } from '#tests/support/fixtures/series.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

let testApp: TestApp
let vera: TestUser
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  vera = await testApp.signUpMember('vera', 18)
  await backdateAccounts(vera)
})
after(() => testApp.close())

const fetchPage = (path: string, headers: Record<string, string> = {}) =>
  testApp.app.request(path, { headers: { host: 'localhost:3000', ...headers } })

/** Returns whether two requests get the same cached page, recognized by its ETag. */
async function isKept(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  const [one, two] = [await fetchPage(path, headers), await fetchPage(path, headers)]
  await Promise.all([one.text(), two.text()])
  return one.headers.get('etag') !== null && one.headers.get('etag') === two.headers.get('etag')
}

test('concurrent requests share one cached page whose nonce matches its scripts', async () => {
  const video = await createPublishedVideo(vera, { title: 'Kept by all' })
  const pages = await Promise.all(Array.from({ length: 20 }, () => fetchPage(`/watch/${video}`)))
  const etags = new Set(pages.map((page) => page.headers.get('etag')))
  assert.equal(etags.size, 1)
  const [etag] = [...etags]
  const [page] = pages
  const nonce = /'nonce-([^']+)'/.exec(page!.headers.get('content-security-policy')!)![1]!
  const scripts = (await page!.text()).match(/<script\b(?! type="application\/ld)[^>]*>/g)!
  assert.deepEqual(
    scripts.filter((script) => !script.includes(`nonce="${nonce}"`)),
    [],
  )
  const again = await fetchPage(`/watch/${video}`, { 'if-none-match': `W/"other", ${etag}` })
  assert.deepEqual([again.status, await again.text()], [304, ''])
  assert.match(again.headers.get('content-security-policy')!, new RegExp(nonce))
  const other = await fetchPage('/about')
  assert.doesNotMatch(other.headers.get('content-security-policy')!, new RegExp(nonce))
})

test('a cached page is never served after its content has changed', async () => {
  const video = await createPublishedVideo(vera, { title: 'Harbour at dawn' })
  const comment = await vera.call(postComment, { params: { id: video }, body: { body: 'Taken back soon' } })
  const path = `/watch/${video}`
  const isShown = async (words: RegExp) => words.test(await (await fetchPage(path)).text())
  const changes: [how: () => Promise<unknown>, gone: RegExp][] = [
    [() => vera.call(deleteComment, { params: { id: comment.id } }), /Taken back soon/],
    [
      () => vera.call(updateContent, { params: { id: video }, body: { title: 'Harbour at dusk' } }),
      /Harbour at dawn/,
    ],
    [() => vera.call(updateProfile, { body: { username: 'veronica' } }), /@vera\b/],
    [
      () => vera.call(updateContent, { params: { id: video }, body: { visibility: 'only_me' } }),
      /Harbour at dusk/,
    ],
  ]
  for (const [change, gone] of changes) {
    assert.ok(await isShown(gone), `${gone} stands there before`)
    await change()
    assert.ok(!(await isShown(gone)), `${gone} stands there at the next request`)
  }
})

test('a cached creator page lists exactly the playlists that are public now', async () => {
  const { me } = await vera.call(getSession, {})
  const isShown = async () =>
    /Harbour mixtape/.test(await (await fetchPage(`/creator/${me!.username}`)).text())
  assert.ok(!(await isShown()))
  const body = { title: 'Harbour mixtape', visibility: 'public' as const }
  const { id } = await vera.call(createPlaylist, { body })
  assert.ok(await isShown(), 'after it was created')
  await vera.call(updatePlaylist, { params: { id }, body: { visibility: 'unlisted' } })
  assert.ok(!(await isShown()), 'unlisted')
  await vera.call(updatePlaylist, { params: { id }, body: { visibility: 'public' } })
  assert.ok(await isShown(), 'public again')
  await vera.call(deletePlaylist, { params: { id } })
  assert.ok(!(await isShown()), 'deleted')
})

test('the cached pages of a series and its episodes show the current title and episode numbers', async () => {
  const series = await createTestSeries(vera, 'Harbour bus')
  const episode = await createEpisode(vera, series, 1, 1)
  const pages = [`/watch/${episode}`, `/series/${series}`]
  const areShown = async (text: RegExp) => {
    const bodies = await Promise.all(pages.map(async (path) => (await fetchPage(path)).text()))
    return bodies.every((body) => text.test(body))
  }
  assert.ok(await areShown(/Harbour bus/))
  await vera.call(updateSeries, { params: { id: series }, body: { title: 'Harbour tram' } })
  assert.ok(await areShown(/Harbour tram/), 'after it was renamed')
  const number = { season: 1, episode: 7 }
  await vera.call(putEpisode, { params: { id: series, content_id: episode }, body: number })
  assert.ok(await areShown(/S1 E7/), 'after its number changed')
  await vera.call(deleteEpisode, { params: { id: series, content_id: episode } })
  assert.equal((await fetchPage(`/series/${series}`)).status, 404)
  assert.doesNotMatch(await (await fetchPage(`/watch/${episode}`)).text(), /Harbour tram/)
})

test('pages that differ between users or requests are not cached', async () => {
  const video = await createPublishedVideo(vera, { title: 'For whom' })
  const path = `/watch/${video}`
  assert.ok(await isKept(path))
  assert.ok(await isKept(path, { cookie: 'theme=light' }))
  assert.match(await (await fetchPage(path, { cookie: 'theme=light' })).text(), /data-theme="light"/)
  assert.doesNotMatch(await (await fetchPage(path)).text(), /data-theme="light"/)
  const others: Record<string, string>[] = [
    { cookie: 'session=whatever' },
    { cookie: 'theme=light; half=way' },
    { 'user-agent': 'Googlebot/2.1' },
  ]
  for (const headers of others) assert.ok(!(await isKept(path, headers)), JSON.stringify(headers))
  const own = await vera.fetch(path)
  assert.deepEqual([own.headers.get('etag'), own.headers.get('cdn-cache-control')], [null, null])
  const cdn = (await fetchPage(path)).headers.get('cdn-cache-control')!
  const [, fresh, stale] = /^max-age=(\d+), stale-while-revalidate=(\d+)$/.exec(cdn)!
  // Hidden content and outdated counts disappear from every cache within 10 s.
  assert.ok(pageCacheLimits.fresh / 1000 + Number(fresh) + Number(stale) <= 10, cdn)
  for (const elsewhere of ['/login', '/search?q=a', `${path}.data`])
    assert.ok(!(await isKept(elsewhere)), elsewhere)
})

test('a process without live updates does not cache pages', async () => {
  await stopLiveUpdates()
  assert.ok(!(await isKept('/about')))
  await startLiveUpdates(testApp.databaseUrl)
  assert.ok(await isKept('/about'))
})

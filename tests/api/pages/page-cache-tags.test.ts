/*
 * A change drops only the cached pages that show what has changed. These tests change every column of the rows that pages
 * show, back and forth, and compare each cached page with the same page without the cache. They fail if a column, a table
 * or an id is missing in the triggers or in the cached pages.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { createPlaylist, putPlaylistItem } from '#contract/engagement/playlists.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { db } from '#server/platform/db/db.ts'
import { metricsRegistry } from '#server/platform/metrics/registry.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { pageCacheLimits } from '#server/platform/pages/page-cache.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import { type TestApp, type TestUser, startTestApp } from '#tests/support/app/test-app.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { createEpisode, createTestSeries } from '#tests/support/fixtures/series.ts'

let testApp: TestApp
let vera: TestUser
let noa: TestUser
let pages: string[]
/** The row of each table that the pages show: the name and value of its key. */
let rows: Record<string, [key: string, value: string]>

before(async () => {
  // No page expires during a test, so every outdated page is found.
  pageCacheLimits.fresh = 600_000
  testApp = await startTestApp()
  await mountPages(testApp.app)
  vera = await testApp.signUpMember('vera', 18)
  noa = await testApp.signUpMember('noa', 18)
  await backdateAccounts(vera, noa)
  const day = 24 * 60
  const video = await createPublishedVideo(vera, { title: 'Harbour', genre: 'drama', minutesAgo: 2 * day })
  await createPublishedVideo(noa, { title: 'Valley', genre: 'drama', minutesAgo: 3 * day })
  const comment = await noa.call(postComment, { params: { id: video }, body: { body: 'Lovely light' } })
  await addCaptions(vera, video, 'WEBVTT\n\n00:00.000 --> 00:02.000\nWe are nearly there.\n')
  const series = await createTestSeries(vera, 'Harbour bus')
  const episode = await createEpisode(vera, series, 1, 1)
  const body = { title: 'Harbour mixtape', visibility: 'public' as const }
  const playlist = await vera.call(createPlaylist, { body })
  await vera.call(putPlaylistItem, { params: { id: playlist.id, content_id: video } })
  const { rows: items } = await sql<{
    playback_id: string
  }>`select playback_id from content where id = ${video}`.execute(db)
  rows = {
    content: ['id', video],
    profiles: ['user_id', vera.id],
    comments: ['id', comment.id],
    captions: ['content_id', video],
    playlists: ['id', playlist.id],
    series: ['id', series],
    series_episodes: ['content_id', episode],
  }
  pages = [
    '/',
    '/music',
    `/watch/${video}`,
    `/watch/${video}?list=${playlist.id}`,
    `/watch/${episode}`,
    `/embed/${items[0]!.playback_id}`,
    '/creator/vera',
    '/genre/drama',
  ]
})
after(() => testApp.close())

/** Counts may be outdated for a few seconds, and nobody sees the other columns. */
const ignoredColumns = new Set(['likes_count', 'comments_count', 'search', 'search_words', 'search_plain'])

/** The values of columns with a limited set of values. */
const listedValues: Record<string, unknown[]> = {
  visibility: ['followers', 'only_me', 'unlisted', 'private'],
  chosen_visibility: ['unlisted'],
  publication_state: ['draft'],
  moderation: ['held', 'removed', 'limited'],
  stream_status: ['processing', 'live'],
  rating: ['16'],
  content_type: ['story', 'tv_show'],
  genre: ['comedy'],
  comment_mode: ['off', 'followers'],
  tags: [['harbour', 'light']],
  custom_chapters: [JSON.stringify([{ seconds: 0, title: 'Intro' }])],
  language: ['es'],
  deleted_at: [new Date()],
  deletion_scheduled_at: [new Date()],
  suspended_until: [new Date(Date.now() + 24 * 3600_000)],
  avatar_url: ['/avatars/abcdefghijkl.webp'],
}

interface Column {
  name: string
  type: string
}

function otherValues({ name, type }: Column, value: unknown): unknown[] {
  if (listedValues[name]) return listedValues[name].filter((other) => other !== value)
  if (name === 'user_id') return [noa.id]
  if (type === 'boolean') return [!value]
  if (type === 'text') return [`${String(value ?? '')}x`]
  if (/integer|bigint|numeric|double/.test(type)) return [Number(value ?? 0) + 1]
  if (type.startsWith('timestamp'))
    return [value ? new Date((value as Date).getTime() - 9 * 24 * 3600_000) : new Date()]
  return []
}

async function fetchPage(path: string, headers: Record<string, string>): Promise<string> {
  const response = await testApp.app.request(path, { headers: { host: 'localhost:3000', ...headers } })
  const [, nonce = '-'] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
  const text = (await response.text())
    .replaceAll(nonce, 'NONCE')
    .replaceAll(JSON.stringify(nonce).slice(1, -1), 'NONCE')
  return `${response.status} ${text}`
}

const fetchCached = () => Promise.all(pages.map((path) => fetchPage(path, {})))
/** Requests with an unknown cookie are not cached. */
const fetchFresh = () => Promise.all(pages.map((path) => fetchPage(path, { cookie: 'unknown=1' })))

/** Sets the column, and compares the pages. Returns whether a page has changed, or null if the value is not allowed. */
async function compareAfterChange(table: string, column: string, value: unknown): Promise<boolean | null> {
  const [key, id] = rows[table]!
  const earlier = await fetchCached()
  const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(key)} = ${id}`
  const isAllowed = await update.execute(db).then(
    () => true,
    () => false,
  )
  if (!isAllowed) return null
  const [cached, fresh] = [await fetchCached(), await fetchFresh()]
  for (const [at, path] of pages.entries())
    assert.equal(cached[at] === fresh[at], true, `${path} after ${table}.${column} = ${String(value)}`)
  return fresh.some((page, at) => page !== earlier[at])
}

for (const table of ['content', 'profiles', 'comments', 'captions', 'playlists', 'series', 'series_episodes'])
  test(`cached pages show the current values of every column of ${table}`, async () => {
    const [key, id] = rows[table]!
    const { rows: columns } = await sql<Column>`select column_name as name, data_type as type
      from information_schema.columns where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
        and column_name <> ${key}`.execute(db)
    const changed: string[] = []
    for (const column of columns.filter(({ name }) => !ignoredColumns.has(name))) {
      const { rows: found } = await sql<{ value: unknown }>`select ${sql.ref(column.name)} as value
        from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db)
      const value = found[0]!.value
      for (const other of otherValues(column, value)) {
        const hasChanged = await compareAfterChange(table, column.name, other)
        if (hasChanged === null) continue
        if (hasChanged) changed.push(column.name)
        // The way back is compared too, because something may appear again.
        const original =
          Array.isArray(value) || !(value instanceof Object) || value instanceof Date
            ? value
            : JSON.stringify(value)
        await compareAfterChange(table, column.name, original)
      }
    }
    console.log(`${table}: pages change with ${[...new Set(changed)].join(', ')}`)
    assert.ok(changed.length > 0)
  })

test('a change of something that a page does not show keeps the page in the cache', async () => {
  const draft = await createPublishedVideo(noa, { status: 'processing' })
  const other = await testApp.signUpMember('other', 18)
  await fetchCached()
  const misses = await countMisses()
  const changes = [
    sql`update content set stream_status = 'received' where id = ${draft}`,
    sql`update content set title = 'Another draft' where id = ${draft}`,
    sql`update content set likes_count = likes_count + 1 where id = ${rows['content']![1]}`,
    sql`update profiles set bio = 'A new bio' where user_id = ${other.id}`,
  ]
  for (const change of changes) {
    await change.execute(db)
    await fetchCached()
  }
  await testApp.signUpMember('another', 18)
  await fetchCached()
  assert.equal(await countMisses(), misses)
})

/** Returns how many requests for pages were not answered from the cache. */
async function countMisses(): Promise<number> {
  const text = await metricsRegistry.getSingleMetricAsString('afterbell_page_cache_requests_total')
  return Number(/result="miss"\} (\d+)/.exec(text)?.[1])
}

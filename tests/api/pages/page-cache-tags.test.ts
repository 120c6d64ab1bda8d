/*
 * A change drops only the cached pages that show what has changed. These tests change every column of the rows that pages
 * show, back and forth, delete the rows and insert them again, and compare each cached page with the same page without the
 * cache. They fail if a column, a table or an id is missing in the triggers or in the cached pages.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { metricsRegistry } from '#server/platform/metrics/registry.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { pageCacheLimits } from '#server/platform/pages/page-cache.ts'
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts'
import { createPublicPages, type PublicPages, type ShownRow } from '#tests/support/fixtures/public-pages.ts'
import { recordStatements } from '#tests/support/postgres/record-statements.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let site: PublicPages
/** The text of all SQL statements with which the pages are rendered. */
let sqlOfPages: string
const { fresh } = pageCacheLimits

before(async () => {
  // No page expires during a test, so every outdated page is found.
  pageCacheLimits.fresh = 600_000
  testApp = await startTestApp({ env: { LIVE: 'on' } })
  await mountPages(testApp.app)
  site = await createPublicPages(testApp)
  // The first time, the server sends some components of a page after the rest.
  const others = ['/genre/none', '/creator/nobody', `/watch/${randomUUID()}`]
  for (const path of [...site.paths, ...others]) await fetchPage(path, {})
  const { statements, stop } = recordStatements()
  await fetchFresh()
  stop()
  sqlOfPages = [...statements].join('\n')
})
after(async () => {
  pageCacheLimits.fresh = fresh
  await testApp.close()
})

/** Counts may be outdated for a few seconds. */
const ignoredColumns = new Set(['likes_count', 'comments_count'])

const isReadByPages = (column: string) => new RegExp(String.raw`\b${column}\b`).test(sqlOfPages)

/** The values of columns with a limited set of values. */
const listedValues: Record<string, unknown[]> = {
  visibility: ['followers', 'only_me', 'unlisted', 'private'],
  chosen_visibility: ['unlisted'],
  publication_state: ['draft'],
  moderation: ['held', 'removed', 'limited'],
  stream_status: ['processing', 'live', 'ready'],
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
  state: ['ended', 'started', 'cancelled'],
  position: [10 ** 15],
  age: [15],
  value: ['"on"'],
}

interface Column {
  name: string
  type: string
  isGenerated: boolean
}

function otherValues({ name, type }: Column, value: unknown): unknown[] {
  if (listedValues[name]) return listedValues[name].filter((other) => other !== value)
  if (name === 'user_id') return [site.other.id]
  if (type === 'boolean') return [!value]
  if (type === 'text') return [`${String(value ?? '')}x`, null]
  if (type === 'ARRAY') return [['x']]
  if (/int|numeric|double/.test(type)) return [Number(value ?? 0) + 1]
  if (type.startsWith('timestamp'))
    return [value ? new Date((value as Date).getTime() - 9 * 24 * 3600_000) : new Date()]
  return []
}

async function listColumns(table: string): Promise<Column[]> {
  const { rows } =
    await sql<Column>`select column_name as name, data_type as type, is_generated <> 'NEVER' as "isGenerated"
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(db)
  return rows
}

/** Returns the page without its nonce. Pages that are not found are not cached, so only their status is compared. */
async function fetchPage(path: string, headers: Record<string, string>): Promise<string> {
  const response = await testApp.app.request(path, { headers: { host: 'localhost:3000', ...headers } })
  const [, nonce = '-'] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
  const text = await response.text()
  if (response.status !== 200) return String(response.status)
  return text.replaceAll(nonce, 'NONCE').replaceAll(JSON.stringify(nonce).slice(1, -1), 'NONCE')
}

const fetchCached = () => Promise.all(site.paths.map((path) => fetchPage(path, {})))
/** Requests with an unknown cookie are not cached. */
const fetchFresh = () => Promise.all(site.paths.map((path) => fetchPage(path, { cookie: 'unknown=1' })))

/** Makes a change and compares the pages. Returns whether a page has changed, or null if the change is not allowed. */
async function compareAfter(name: string, change: RawBuilder<unknown>): Promise<boolean | null> {
  const earlier = await fetchCached()
  const isAllowed = await change.execute(db).then(
    () => true,
    () => false,
  )
  if (!isAllowed) return null
  const [cached, current] = [await fetchCached(), await fetchFresh()]
  for (const [at, path] of site.paths.entries())
    assert.equal(cached[at] === current[at], true, `${path} after ${name}`)
  return current.some((page, at) => page !== earlier[at])
}

const isRow = ({ key }: ShownRow) =>
  sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )

/** Changes the columns of a row. Returns the columns that could not be changed, and those with which the pages change. */
async function compareColumns(row: ShownRow, chosen = /(?:)/, maxValues = Infinity) {
  const table = sql.table(row.table)
  const changed = new Set<string>()
  const unchangeable = new Set<string>()
  const columns = await listColumns(row.table)
  for (const column of columns.filter(({ name }) => chosen.test(name))) {
    if (column.isGenerated || column.name in row.key || ignoredColumns.has(column.name)) continue
    if (!isReadByPages(column.name)) continue
    const name = sql.ref(column.name)
    const { rows } = await sql<{
      value: unknown
    }>`select ${name} as value from ${table} where ${isRow(row)}`.execute(db)
    const value = rows[0]!.value
    unchangeable.add(column.name)
    for (const other of otherValues(column, value).slice(0, maxValues)) {
      const set = (to: unknown) => sql`update ${table} set ${name} = ${to} where ${isRow(row)}`
      const what = `${row.table}.${column.name}`
      const hasChanged = await compareAfter(`${what} = ${String(other)}`, set(other))
      if (hasChanged === null) continue
      unchangeable.delete(column.name)
      if (hasChanged) changed.add(column.name)
      // The way back is compared too, because something may appear again.
      await compareAfter(`${what} is restored`, set(column.type === 'jsonb' ? JSON.stringify(value) : value))
    }
  }
  return { changed, unchangeable }
}

const tables = [
  ['content', 'title'],
  ['profiles', 'username'],
  ['private_details', 'age'],
  ['safety_settings', 'value'],
  ['comments', 'body'],
  ['captions', 'language'],
  ['playlists', 'title'],
  ['playlist_items', 'position'],
  ['series', 'title'],
  ['series_episodes', 'episode'],
  ['broadcasts', 'started_at'],
  ['scheduled_broadcasts', 'starts_at'],
] as const

/** Keys of other rows, and columns that the database allows to change only together. */
const unchangeableColumns = new Set(
  (
    'id content_id parent_id stream_id file_id series_id age_declared_on source is_watch_later publication_state publish_at' +
    ' chosen_visibility state ended_at media_deleted_at'
  ).split(' '),
)

/** Columns that change only together, and how they change back. */
const combinedChanges = [
  [
    'content',
    sql`visibility = 'only_me', chosen_visibility = 'public', publication_state = 'draft'`,
    sql`visibility = 'public', chosen_visibility = null, publication_state = 'published'`,
  ],
  [
    'content',
    sql`visibility = 'only_me', chosen_visibility = 'unlisted'`,
    sql`visibility = 'public', chosen_visibility = null`,
  ],
  [
    'broadcasts',
    sql`state = 'ended', ended_at = now(), end_reason = 'moderator', cut_at = now()`,
    sql`state = 'on_air', ended_at = null, end_reason = null, cut_at = null`,
  ],
] as const

for (const [table, shown] of tables)
  test(`cached pages show the current values of every column of ${table}`, async () => {
    const { changed, unchangeable } = await compareColumns(site.rows.find((row) => row.table === table)!)
    console.log(`${table}: pages change with ${[...changed].join(', ')}`)
    assert.ok(changed.has(shown), shown)
    assert.deepEqual([...unchangeable.difference(unchangeableColumns)], [])
  })

test('cached pages show the current values of columns that change only together', async () => {
  for (const [table, ...steps] of combinedChanges) {
    const row = site.rows.find((one) => one.table === table)!
    for (const [at, set] of steps.entries()) {
      const change = sql`update ${sql.table(table)} set ${set} where ${isRow(row)}`
      assert.equal(await compareAfter(`${table} in step ${at}`, change), true, table)
    }
  }
})

/** Columns on which it depends whether pages show a row and what is derived from it. */
const accessColumns = /^(?:visibility|is_private|username|cover_url|stream_thumbnail_url|moderation)$/

test('what is derived from a row disappears from cached pages together with the row', async () => {
  // The test of all columns has changed the first row of each table.
  const rows = site.rows.filter(({ table }, at) => site.rows[at - 1]?.table === table)
  for (const row of rows) await compareColumns(row, accessColumns, 1)
})

test('a change of something that a page does not show keeps the page in the cache', async () => {
  const draft = await createPublishedVideo(site.other, { status: 'processing' })
  const another = await testApp.signUpMember('another', 18)
  await fetchCached()
  const misses = await countMisses()
  const changes = [
    sql`update content set stream_status = 'received' where id = ${draft}`,
    sql`update content set title = 'Another draft' where id = ${draft}`,
    sql`update content set likes_count = likes_count + 1`,
    sql`update profiles set bio = 'A new bio' where user_id = ${another.id}`,
  ]
  for (const change of changes) {
    await change.execute(db)
    await fetchCached()
  }
  await testApp.signUpMember('last', 18)
  await fetchCached()
  assert.equal(await countMisses(), misses)
})

test('rows that are deleted disappear from cached pages, and appear again', async () => {
  const shown = new Set<string>()
  for (const row of site.rows.toReversed()) {
    const table = sql.table(row.table)
    const select = sql<{ row: unknown }>`select to_jsonb(t) as row from ${table} t where ${isRow(row)}`
    const { rows } = await select.execute(db)
    const what = `${row.table} ${JSON.stringify(row.key)}`
    const isShown = await compareAfter(`${what} is deleted`, sql`delete from ${table} where ${isRow(row)}`)
    if (isShown) shown.add(row.table)
    const columns = (await listColumns(row.table)).filter(({ isGenerated }) => !isGenerated)
    const names = sql.join(columns.map(({ name }) => sql.ref(name)))
    const insert = sql`insert into ${table} (${names})
      select ${names} from jsonb_populate_record(null::${table}, ${JSON.stringify(rows[0]!.row)}::jsonb)`
    // New comments may appear a few seconds later.
    if (row.table === 'comments') await insert.execute(db)
    else assert.notEqual(await compareAfter(`${what} is inserted`, insert), null, what)
  }
  assert.deepEqual([...shown].toSorted(), tables.map(([table]) => table).toSorted())
})

/** Returns how many requests for pages were not answered from the cache. */
async function countMisses(): Promise<number> {
  const text = await metricsRegistry.getSingleMetricAsString('afterbell_page_cache_requests_total')
  return Number(/result="miss"\} (\d+)/.exec(text)?.[1])
}

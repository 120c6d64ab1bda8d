/*
 * Cached pages are dropped by database triggers. These tests find the tables that cached pages read, and fail if a table has
 * no trigger. `page-cache-tags.test.ts` tests what the triggers do.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { categoryNames } from '#contract/discovery/categories.ts'
import { db } from '#server/platform/db/db.ts'
import { getRoutePattern } from '#server/platform/http/page-route-patterns.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { cacheablePages } from '#server/platform/pages/page-cache-key.ts'
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts'
import { createPublicPages, type PublicPages } from '#tests/support/fixtures/public-pages.ts'
import { recordStatements } from '#tests/support/postgres/record-statements.ts'

let testApp: TestApp
let site: PublicPages
before(async () => {
  testApp = await startTestApp({ env: { LIVE: 'on' } })
  await mountPages(testApp.app)
  site = await createPublicPages(testApp)
})
after(() => testApp.close())

/** The tables that pages read, but whose changes do not drop cached pages, with the reason. */
const tablesWithoutTrigger = {
  broadcast_reminders: 'anonymous visitors have no rows',
  comment_like_counts: 'counts may be a few seconds old',
  comment_mentions: 'change only together with their comments and profiles',
  daily_view_counts: 'counts may be a few seconds old',
  decisions: 'only the owner sees the decision about an item',
  follows: 'anonymous visitors have no rows',
  likes: 'anonymous visitors have no rows, and counts may be a few seconds old',
  live_events: 'an older cursor only repeats events',
  mutes: 'anonymous visitors have no rows',
  renditions: 'a new rendition is offered a few seconds later',
  streams: 'only the owner sees the state',
  transparency_reports: 'published reports do not change',
  users: 'read only to find out who may comment',
}

test('every table that a cached page reads has triggers that drop cached pages', async () => {
  const statements = await recordStatementsOfPages()
  const [known, notifying] = await Promise.all([listTables(), listTablesWithTriggers()])
  const read = known.filter((table) =>
    new RegExp(String.raw`\b(?:from|join)\s+(?:only\s+)?"?${table}\b`, 'i').test(statements),
  )
  console.log(`cached pages read ${read.join(', ')}`)
  const forgotten = read.filter((table) => !notifying.includes(table))
  assert.deepEqual(forgotten, Object.keys(tablesWithoutTrigger).toSorted())
  assert.deepEqual([...new Set(site.rows.map(({ table }) => table))].toSorted(), notifying)
})

/** Renders every page that can be cached, and returns the SQL statements and the functions that they call. */
async function recordStatementsOfPages(): Promise<string> {
  const names = [
    ...categoryNames,
    'browse',
    'charts',
    'browse/genre?genreName=drama',
    `creator/id/${site.owner.id}`,
  ]
  const staticPages = 'about careers press help safety transparency dmca terms privacy'.split(' ')
  const paths = [...site.paths, ...[...names, ...staticPages].map((name) => `/${name}`)]
  const patterns = new Set(paths.map((path) => getRoutePattern(path.split('?')[0]!)))
  assert.deepEqual(
    [...cacheablePages].filter((pattern) => !patterns.has(pattern)),
    [],
  )
  const { statements, stop } = recordStatements()
  try {
    for (const path of paths) {
      const response = await testApp.app.request(path, { headers: { host: 'localhost:3000' } })
      assert.deepEqual([path, response.status], [path, 200])
      await response.text()
    }
  } finally {
    stop()
  }
  const text = [...statements].join('\n')
  const { rows: functions } = await sql<{ name: string; body: string }>`select proname as name, prosrc as body
    from pg_proc where pronamespace = 'public'::regnamespace`.execute(db)
  const called = functions.filter(({ name }) => new RegExp(String.raw`\b${name}\(`).test(text))
  return [text, ...called.map(({ body }) => body)].join('\n')
}

async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' order by table_name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the tables whose triggers send notifications on the channel `pages`. */
async function listTablesWithTriggers(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct tgrelid::regclass::text as name from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid where not tgisinternal and prosrc ~ '''pages''|tell_pages' order by name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

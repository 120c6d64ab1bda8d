import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { Id } from '#contract/scalars.ts'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { verifyRows } from '#server/operations/verify/verify-rows.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { OperatorCommandError } from '#server/operations/operator-command.ts'
import { seedDatabase } from './seed/seed-database.ts'
import { removeSeedData } from './seed/remove-seed-data.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
before(async () => {
  database = await createTestDatabase()
  loadConfig({})
  openDatabase(database.url)
})
after(async () => {
  await closeDatabase()
  await database.drop()
})

const noProgress = () => {}
const all = async (what: RawBuilder<unknown>) => (await what.execute(db)).rows

test('a seeded site has correct counts, search words and IDs, and the same indexes and constraints as an empty site', async () => {
  const empty = await schema()
  assert.equal(await seedDatabase(300, noProgress), true)
  assert.deepEqual(
    (await schema()).filter((of) => !empty.includes(of)),
    [],
  )
  assert.equal((await schema()).length, empty.length)
  const wrong = await db.transaction().execute((tx) => Array.fromAsync(verifyRows(tx)))
  assert.deepEqual(wrong, [])
  const items = await selectListedItems(anonymousViewer)
    .select(['content.id', 'content.user_id', 'likes_count', 'title'])
    .execute()
  assert.ok(items.length > 200)
  assert.ok(Math.max(...items.map((item) => item.likes_count)) > 20, 'a few have many likes')
  const [{ most, long }] = (await all(
    sql`select max(views)::int8 as most, count(*) filter (where day = '-infinity')::int8 as long from daily_view_counts`,
  )) as [{ most: number; long: number }]
  assert.ok(most > 100 && long > 0, 'a few are watched a lot, of late and long ago')
  for (const { id, user_id } of items) assert.deepEqual([id, user_id], [Id.parse(id), Id.parse(user_id)])
  assert.deepEqual(
    items.filter(({ title }) => /[{}]/.test(title)),
    [],
  )
  const written = sql`select id, search::text, search_words from content order by id`
  const words = await all(written)
  await sql`update content set title = title`.execute(db)
  assert.deepEqual(await all(written), words)
  const kept = sql`select word, items from search_vocabulary order by word`
  const seeded = await all(kept)
  for (const to of ['held', 'approved'])
    await sql`update content set moderation = ${to} where moderation in ('approved', 'held')`.execute(db)
  assert.deepEqual(
    await all(kept),
    seeded,
    'the seeded vocabulary equals the vocabulary of items added one by one',
  )
})

test('seeding is idempotent, and seeding the same number of videos always produces the same rows', async () => {
  const made = sql`select content.id, user_id, title, description, likes_count, comments_count, username
    from content join profiles using (user_id) order by content.id`
  const first = await all(made)
  assert.equal(await seedDatabase(300, noProgress), false)
  assert.equal(await seedDatabase(20, noProgress), true)
  assert.equal((await all(made)).length, 20)
  await seedDatabase(300, noProgress)
  assert.deepEqual(await all(made), first)
})

test('removing the seed data keeps the real members, and a site with real members cannot be seeded', async () => {
  const [ada] = await db.insertInto('users').values({ email: 'ada@example.com' }).returning('id').execute()
  const { id: content_id } = await db.selectFrom('content').select('id').limit(1).executeTakeFirstOrThrow()
  await db.insertInto('likes').values({ content_id, user_id: ada!.id }).execute()
  await assert.rejects(seedDatabase(40, noProgress), OperatorCommandError)
  await removeSeedData(noProgress)
  for (const table of [
    'content',
    'streams',
    'likes',
    'comments',
    'daily_view_counts',
    'follows',
    'profiles',
    'cases',
    'reports',
    'notifications',
  ])
    assert.deepEqual(await all(sql`select from ${sql.table(table)} limit 1`), [], table)
  assert.deepEqual(await all(sql`select email from users`), [{ email: 'ada@example.com' }])
  await assert.rejects(seedDatabase(300, noProgress), OperatorCommandError)
})

/** Returns all indexes, keys and triggers of the site's tables. */
async function schema(): Promise<string[]> {
  const { rows } = await sql<{ of: string }>`
    select pg_get_indexdef(indexrelid) as of from pg_index where indisvalid and indrelid::regclass::text <> 'seed'
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint
      where convalidated and conrelid::regclass::text <> 'seed'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgenabled = 'O' order by 1`.execute(
    db,
  )
  return rows.map(({ of }) => of)
}

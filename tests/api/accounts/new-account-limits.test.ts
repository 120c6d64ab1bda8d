import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { safetyDefaults } from '#contract/safety/safety-defaults.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import {
  deleteOutdatedFirstDayCounts,
  enforceFirstDayLimit,
} from '#server/safety-settings/first-day-limits.ts'
import { safetySettingSql, loadSafetySetting } from '#server/safety-settings/safety-settings.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ env: { SAFETY_PRESET: 'strict' } })
})
after(() => testApp.close())

const video = { title: 'Film', content_type: 'music' as const, file_name: 'a.mp4', file_size: 1000 }
const announce = (person: TestUser) => person.call(createUpload, { body: video })
/** Frees the upload slots, because a user can have at most three open uploads. */
const freeUploadSlots = () =>
  db
    .updateTable('uploads')
    .set({ touched_at: new Date(0) })
    .execute()
const aDayLater = (person: TestUser) =>
  db
    .updateTable('users')
    .set({ created_at: sql`now() - interval '24 hours'` } as never)
    .where('id', '=', person.id)
    .execute()
const dayFull =
  '429 First-day limit reached / New accounts have lower limits on their first day. You can continue tomorrow.'

test('an account’s uploads are limited on its first day, and cancelled uploads count toward the limit', async () => {
  const kim = await testApp.signUpMember('kim', 14)
  for (let n = 0; n < 3; n += 1) await announce(kim)
  await freeUploadSlots()
  await db.deleteFrom('content').where('user_id', '=', kim.id).execute()
  assert.equal(await expectApiError(announce(kim)), dayFull)
  await aDayLater(kim)
  await announce(kim)
})

test('concurrent follow requests cannot exceed the limit for an account’s first day', async () => {
  const lou = await testApp.signUpMember('lou', 16)
  const most = safetyDefaults.first_day.strict[1].follows
  const tries = await Promise.allSettled(
    Array.from({ length: most + 5 }, () => transaction((tx) => enforceFirstDayLimit(tx, lou.id, 'follows'))),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, most)
  const failed = transaction(async (tx) => {
    await enforceFirstDayLimit(tx, lou.id, 'comments')
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  const loadFirstDay = () =>
    db.selectFrom('first_day_usage').selectAll().where('user_id', '=', lou.id).execute()
  assert.equal((await loadFirstDay())[0]?.comments, 0, 'what failed is not counted')
  await deleteOutdatedFirstDayCounts()
  assert.equal((await loadFirstDay()).length, 1)
  await aDayLater(lou)
  await deleteOutdatedFirstDayCounts()
  assert.equal((await loadFirstDay()).length, 0)
})

test('a safety setting falls back to its default if the chosen value is not offered at the member’s age', async () => {
  const bands = { ada: 13, bea: 16, cleo: 19 }
  const held: Record<string, unknown[]> = {}
  for (const [name, age] of Object.entries(bands)) {
    const { id } = await testApp.signUpMember(name, age)
    const now = async () => {
      const settings = ['comments_from', 'found_by', 'upload_visibility'] as const
      const result = await Promise.all(settings.map((setting) => loadSafetySetting(db, id, setting)))
      const { rows } = await sql<{ a: string; b: string; c: string }>`select
        ${safetySettingSql('comments_from', sql`${id}::uuid`)} as a, ${safetySettingSql('found_by', sql`${id}::uuid`)} as b,
        ${safetySettingSql('upload_visibility', sql`${id}::uuid`)} as c`.execute(db)
      assert.deepEqual(Object.values(rows[0]!), result, 'the SQL query returns the same values')
      return result
    }
    const choose = (setting: 'comments_from' | 'found_by', value: string) =>
      db
        .insertInto('safety_settings')
        .values({ user_id: id, setting, value: JSON.stringify(value) })
        .execute()
    held[name] = [await now()]
    await choose('comments_from', 'everyone')
    await choose('found_by', 'exact')
    held[name].push(await now())
  }
  assert.deepEqual(held, {
    ada: [
      ['followers', 'followers', 'ask'],
      ['followers', 'exact', 'ask'],
    ],
    bea: [
      ['everyone', 'exact', 'followers'],
      ['everyone', 'exact', 'followers'],
    ],
    cleo: [
      ['everyone', 'everyone', 'public'],
      ['everyone', 'exact', 'public'],
    ],
  })
})

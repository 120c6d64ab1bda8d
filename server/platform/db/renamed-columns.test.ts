/*
 * While a site is updated, processes of the previous release use the old column names in the migrated
 * database. Triggers keep the old and new columns in sync (decisions/052).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { openSqlSession, type SqlSession } from '#tests/support/postgres/sql-session.ts'

let session: SqlSession
let ada: string

before(async () => {
  session = await openSqlSession()
  ada = await session.addUser('ada@example.com')
})
after(() => session.close())

/** The new name of each renamed column, and the values that the test writes to the column. */
type RenamedColumns = Record<string, [name: string, values: unknown[]]>

/** Writes a value to a column under one of its two names, and reads the value under the other name. */
async function checkColumnCopies(table: string, id: string, columns: RenamedColumns) {
  for (const [old, [renamed, values]] of Object.entries(columns))
    for (const [written, read] of [
      [old, renamed],
      [renamed, old],
    ])
      for (const value of values) {
        await session.run(`update ${table} set ${written} = $1 where id = $2`, value, id)
        const [row] = await session.run(`select ${read}, ${written} from ${table} where id = $1`, id)
        assert.deepEqual(row, [value, value], `${table}: ${written} to ${read}`)
        await session.run(`update ${table} set user_id = user_id where id = $1`, id)
        assert.deepEqual((await session.run(`select ${read} from ${table} where id = $1`, id))[0], [value])
      }
}

const moment = new Date('2026-03-01T12:00:00Z')

test('the current and the previous release see the same values in the renamed columns of profiles', async () => {
  const columns: RenamedColumns = {
    leaving_at: ['deletion_scheduled_at', [moment, null]],
    farewell_at: ['age_out_notified_at', [moment, null]],
    username_is_made_up: ['has_generated_username', [true, false]],
    held_bio_why: ['held_bio_reasons', [['phone'], ['phone', 'email'], []]],
  }
  const old = Object.keys(columns)
  const renamed = old.map((name) => columns[name]![0])
  for (const [written, read] of [
    [old, renamed],
    [renamed, old],
  ]) {
    const user = await session.addUser(`${randomUUID()}@example.com`)
    const [row] = await session.run(
      `insert into profiles (user_id, username, ${written!.join(', ')}) values ($1, $2, $3, $3, true, array['phone'])
       returning ${read!.join(', ')}, id`,
      user,
      user.slice(0, 8),
      moment,
    )
    assert.deepEqual(row!.slice(0, 4), [moment, moment, true, ['phone']])
    await checkColumnCopies('profiles', row![4] as string, columns)
  }
})

test('the current and the previous release see the same reasons for held items and comments', async () => {
  const reasons: RenamedColumns = { held_why: ['hold_reasons', [['cruelty'], ['cruelty', 'phone'], []]] }
  const content = await session.addContent(ada)
  await checkColumnCopies('content', content, reasons)
  for (const [written, read] of [
    ['held_why', 'hold_reasons'],
    ['hold_reasons', 'held_why'],
  ]) {
    const [row] = await session.run(
      `insert into comments (content_id, user_id, body, moderation, ${written}) values ($1, $2, 'A', 'held', array['phone'])
       returning ${read}, id`,
      content,
      ada,
    )
    assert.deepEqual(row![0], ['phone'])
    await checkColumnCopies('comments', row![1] as string, reasons)
  }
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { createBroadcast, endBroadcast } from '#contract/broadcasts/broadcasts.ts'
import {
  createScheduledBroadcast,
  startScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import { db } from '#server/platform/db/db.ts'
import { sendChunk, startBroadcastTestApp, storeFirstPart } from '#tests/support/app/broadcast-test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

const details = { title: 'Studio session', visibility: 'public', genre: 'Music' } as const

const end = (who: TestUser, id: string) =>
  who.call(endBroadcast, { params: { id }, body: { drop_delayed: true } })

/** Creates a broadcast, ends it, and returns its delay. */
async function tryDelay(who: TestUser, delay_seconds?: number, source: 'browser' | 'rtmp' = 'browser') {
  const body = { ...details, source, ...(delay_seconds !== undefined && { delay_seconds }) }
  const { id, delay_seconds: chosen } = await who.call(createBroadcast, { body })
  await end(who, id)
  return chosen
}

/** Schedules a broadcast, starts it, ends it, and returns its delay. */
async function tryScheduledDelay(
  who: TestUser,
  delay_seconds: number,
  beforeStart = async (_id: string) => {},
) {
  const starts_at = new Date(Date.now() + 3600_000).toISOString()
  const { id } = await who.call(createScheduledBroadcast, { body: { ...details, starts_at, delay_seconds } })
  await beforeStart(id)
  const body = { source: 'rtmp' } as const
  const { delay_seconds: chosen } = await who.call(startScheduledBroadcast, { params: { id }, body })
  await end(who, id)
  return chosen
}

test('creators choose a delay of up to 60 seconds, and 10 seconds by default', async () => {
  const ada = await testApp.signUpBroadcaster('ada', 18)
  assert.equal(await tryDelay(ada), 10)
  assert.equal(await tryDelay(ada, 0), 0)
  assert.equal(await tryDelay(ada, 60), 60)
  assert.equal(await tryDelay(ada, 5, 'rtmp'), 5)
  assert.equal(await tryScheduledDelay(ada, 0), 0)
  for (const delay of [-1, 61, 2.5])
    for (const attempt of [tryDelay, tryScheduledDelay])
      assert.match(await expectApiError(attempt(ada, delay)), /^422 /)
})

test('members under 18 cannot choose a delay of less than 10 seconds', async () => {
  const bea = await testApp.signUpBroadcaster('bea', 17)
  assert.equal(await tryDelay(bea), 10)
  assert.equal(await tryDelay(bea, 30), 30)
  for (const delay of [0, 9])
    for (const attempt of [tryDelay, tryScheduledDelay])
      assert.match(await expectApiError(attempt(bea, delay)), /^422 Choose a longer delay/)
  assert.match(await expectApiError(tryDelay(bea, 0, 'rtmp')), /^422 Choose a longer delay/)
})

test('a scheduled broadcast starts with the delay for the age that the member has then', async () => {
  const cleo = await testApp.signUpBroadcaster('cleo', 17)
  const shorten = async (id: string) => {
    await db
      .updateTable('scheduled_broadcasts')
      .set({ delay_seconds: 0 })
      .where('content_id', '=', id)
      .execute()
  }
  assert.equal(await tryScheduledDelay(cleo, 10, shorten), 10)
})

test('the database refuses a delay outside the limits', async () => {
  for (const table of ['broadcasts', 'scheduled_broadcasts'] as const) {
    const constraints = await sql<{ def: string }>`select pg_get_constraintdef(oid) as def from pg_constraint
      where conrelid = ${table}::regclass and contype = 'c'`.execute(db)
    const checks = constraints.rows.map(({ def }) => def).filter((def) => def.includes('delay_seconds'))
    assert.deepEqual(checks, ['CHECK (((delay_seconds >= 0) AND (delay_seconds <= 60)))'], table)
  }
})

/*
 * Players buffer almost a second, so viewers get a part 0.85 s before the delay has passed. A delay of 0 seconds does not
 * publish a part before it is stored.
 */
for (const [delaySeconds, heldSeconds] of [
  [0, 0],
  [1, 0.15],
  [5, 4.15],
  [60, 59.15],
] as const)
  test(`with a delay of ${delaySeconds} s, viewers get a part ${heldSeconds} s after it was stored`, async () => {
    const creator = await testApp.signUpBroadcaster(`delay_${delaySeconds}`, 19)
    const viewer = testApp.anonymousUser()
    const { id } = await creator.call(createBroadcast, { body: { ...details, delay_seconds: delaySeconds } })
    await sendChunk(creator, id, 0, 'header')
    const part = `${await storeFirstPart(id)}/source/0.0.m4s`
    const setAge = (seconds: number) =>
      sql`update broadcast_parts set made_at = clock_timestamp() - make_interval(secs => ${seconds})
        where content_id = ${id}`.execute(db)
    const readStatus = async (who: TestUser) => (await who.fetch(part)).status
    // A part from the future stands for one that is published too early.
    await setAge(heldSeconds - 0.9)
    assert.equal(await readStatus(viewer), 404)
    assert.equal(await readStatus(creator), 200)
    await setAge(heldSeconds + 0.1)
    assert.equal(await readStatus(viewer), 200)
    await end(creator, id)
  })

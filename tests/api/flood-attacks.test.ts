/* Attacks on the limits themselves: a real notice stays in sight, and one source does not count as many. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listCases } from '#contract/mod.ts'
import { graveReportsPerDay, holdsByNewAccounts } from '#contract/reports.ts'
import { db } from '#server/platform/db/db.ts'
import { crowd } from '../support/crowd.ts'
import { eventually } from '../support/eventually.ts'
import { published } from '../support/films.ts'
import { aDayLater, dismissWhole, manyItems, noticeFrom, reportFrom, tens } from '../support/flooding.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { letters } from '../support/letters.ts'
import { casesOf, send, stateOf } from '../support/reporting.ts'

let house: House
let ada: Person
let makers: Person[]
let mia: Person
before(async () => {
  house = await openHouse({ working: true, env: { TRUST_PROXY: '127.0.0.1' } })
  ;[ada, ...makers] = (await crowd(house, 'maker', 16)) as [Person, ...Person[]]
  ;[mia] = (await crowd(house, 'mod', 1)) as [Person]
  await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', mia.id).execute()
})
after(() => house.close())

const queue = () => mia.call(listCases, { query: { limit: 100 } })
const openCaseOf = async (item: string) => (await casesOf(item)).find(({ closed_at }) => !closed_at)
const isListed = async (item: string) => {
  const { items } = await queue()
  const { id } = (await openCaseOf(item))!
  return items.some((row) => row.id === id)
}
const heldOf = async (ids: string[]) =>
  (await Promise.all(ids.map(stateOf))).filter((state) => state === 'held').length
/** Newcomers, as accounts that are a minute old. */
async function newcomers(name: string, count: number): Promise<Person[]> {
  const people = await crowd(house, name, count)
  await sql`update users set created_at = now() where id = any(${people.map(({ id }) => id)})`.execute(db)
  return people
}

test('a real notice while the site is at its limit stays in the plain queue, with its clock, and staff are told', async () => {
  const flood = await manyItems(makers, 50)
  for (const [n, ten] of tens(flood).entries())
    await noticeFrom(house, `198.51.100.${n + 1}`, ten.slice(0, 9))
  const real = await published(ada)
  assert.equal(await noticeFrom(house, '198.51.100.1', [real]), 201)
  assert.equal(
    await stateOf(real),
    'approved',
    'the limit of the site is reached, and this network has hidden things today',
  )
  assert.ok(await isListed(real))
  const found = (await openCaseOf(real))!
  assert.equal(found.priority, 0)
  assert.ok(found.due_at)
  assert.deepEqual((await queue()).floods, [], 'no source alone is a flood')
  const { receipt } = await db
    .selectFrom('notices')
    .select('receipt')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const told = `Notice of an intimate picture ${receipt}`
  await eventually(async () => (await letters(house)).some(({ subject }) => subject.startsWith(told)))
})

test('dismissed together is not judged: nobody has looked, so the next notice hides the same item', async () => {
  await aDayLater()
  const flood = await manyItems(makers, 20)
  for (const ten of tens(flood)) await noticeFrom(house, '192.0.2.1', ten)
  const [first] = flood as [string]
  const last = flood.at(-1)!
  assert.equal(await stateOf(first), 'held')
  assert.equal(await stateOf(last), 'approved')
  const [{ key } = { key: '' }] = (await queue()).floods
  // Somebody else names one of them before the job comes to it.
  const joined = flood[5]!
  await noticeFrom(house, '192.0.2.50', [joined])
  assert.equal(await dismissWhole(mia, key), 19)
  await eventually(async () => !(await openCaseOf(first)) && !(await openCaseOf(last)))
  assert.ok(await isListed(joined))
  assert.equal(await stateOf(first), 'approved')
  const answers = (await letters(house)).filter(({ subject }) => subject === 'What became of your notice')
  assert.ok(answers.length > 0)
  assert.ok(answers.every(({ text }) => !text.includes('We looked at it')))
  await aDayLater()
  await noticeFrom(house, '192.0.2.2', [first, last])
  assert.deepEqual([await stateOf(first), await stateOf(last)], ['held', 'held'])
})

test('two floods that name the same items stay groups, and the real case is the first', async () => {
  await aDayLater()
  await db.updateTable('cases').set({ closed_at: new Date() }).where('closed_at', 'is', null).execute()
  const flood = await manyItems(makers, 150)
  for (const ten of tens(flood)) await noticeFrom(house, '192.0.2.11', ten)
  for (const ten of tens(flood)) await noticeFrom(house, '192.0.2.12', ten)
  const real = await published(ada)
  await noticeFrom(house, '192.0.2.13', [real])
  const { items, counts } = await queue()
  assert.deepEqual({ open: counts.open, grouped: counts.grouped }, { open: 1, grouped: 150 })
  assert.equal(items[0]!.id, (await openCaseOf(real))!.id)
  await noticeFrom(house, '192.0.2.13', [flood[0]!])
  assert.ok(await isListed(flood[0]!), 'who is no flood takes a case out of the group')
})

test('a report that is raised to a grave reason counts on the day it is raised, and so do many at once', async () => {
  await aDayLater()
  const items = await manyItems(makers, 16)
  const [slow, fast] = (await crowd(house, 'raiser', 2)) as [Person, Person]
  for (const id of items) await send(slow, id, 'spam')
  await sql`update reports set created_at = now() - interval '25 hours' where reporter_id = ${slow.id}`.execute(
    db,
  )
  for (const id of items) await send(slow, id, 'minor_safety')
  assert.equal(await heldOf(items), graveReportsPerDay)
  const others = await manyItems(makers, 16)
  await Promise.all(others.map((id) => send(fast, id, 'minor_safety')))
  assert.equal(await heldOf(others), graveReportsPerDay)
})

test('new accounts in one IPv6 /48 are one voice; from several networks they hide three things a day', async () => {
  await aDayLater()
  const four = await newcomers('fresh', 4)
  const one = await published(ada)
  for (const [n, who] of four.entries())
    assert.equal(await reportFrom(who, `2001:db8:7:${n + 1}::1`, one, 'minor_safety'), 201)
  assert.equal(await stateOf(one), 'approved')
  const items = await manyItems(makers, 8)
  for (const id of items)
    for (const [n, who] of four.entries()) await reportFrom(who, `203.0.113.${n + 1}`, id, 'minor_safety')
  assert.equal(await heldOf(items), holdsByNewAccounts.most)
  // Neither another network nor other accounts in the same networks bring them more.
  const more = await manyItems(makers, 2)
  for (const [n, who] of four.entries())
    await reportFrom(who, `198.51.100.${n + 90}`, more[0]!, 'minor_safety')
  for (const [n, who] of (await newcomers('other', 4)).entries())
    await reportFrom(who, `203.0.113.${n + 1}`, more[1]!, 'minor_safety')
  assert.equal(await heldOf(more), 0)
  await send(makers[0]!, more[1]!, 'minor_safety').catch(() => send(makers[2]!, more[1]!, 'minor_safety'))
  assert.equal(await stateOf(more[1]!), 'held', 'one settled account is enough, as always')
})

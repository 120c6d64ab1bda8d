/* What one machine, or a crowd of them, can take down without an account: little, and staff can tell it from real cases. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { act, claimCase } from '#contract/mod.ts'
import { listLostNotices } from '#contract/mod-notices.ts'
import { firstHolds, holdBudgets } from '#contract/hold-budgets.ts'
import { noticeHolds, noticeLimits } from '#contract/notices.ts'
import { db } from '#server/platform/db/db.ts'
import { crowd } from '../support/crowd.ts'
import { published } from '../support/films.ts'
import { aDayLater, manyItems, noticeFrom, tens } from '../support/flooding.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { casesOf, reporting, send, stateOf } from '../support/reporting.ts'

let house: House
let creators: Person[]
let moderator: Person
before(async () => {
  house = await openHouse({ env: { TRUST_PROXY: '127.0.0.1' } })
  creators = await crowd(house, 'maker', 30)
  ;[moderator] = (await crowd(house, 'mod', 1)) as [Person]
  await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator.id).execute()
})
after(() => house.close())

const notice = (address: string, ids: string[]) => noticeFrom(house, address, ids)
const items = (count: number) => manyItems(creators, count)

async function heldOf(ids: string[]): Promise<number> {
  const rows = await db
    .selectFrom('content')
    .select('id')
    .where('id', 'in', ids)
    .where('moderation', '=', 'held')
    .execute()
  return rows.length
}

test('600 items named from one IPv6 /64, each time from another address: at most one form of them is hidden', async () => {
  const ids = await items(600)
  const statuses = await Promise.all(tens(ids).map((ten, n) => notice(`2001:db8:1:1::${n + 1}`, ten)))
  assert.equal(statuses.filter((status) => status === 201).length, noticeLimits.network.most)
  assert.ok(
    statuses.every((status) => status === 201 || status === 429),
    String(statuses),
  )
  assert.equal(await heldOf(ids), noticeHolds.network.most)
})

test('200 items named from one IPv4 address: at most one form of them is hidden', async () => {
  await aDayLater()
  const ids = await items(200)
  for (const ten of tens(ids)) assert.equal(await notice('198.51.100.7', ten), 201)
  assert.equal(await heldOf(ids), noticeHolds.network.most)
})

test('200 notices at once for the items of the same creators: none is answered with an error', async () => {
  await aDayLater()
  const ids = await items(40)
  const statuses = await Promise.all(
    Array.from({ length: 200 }, (_, n) => {
      const three = [0, 13, 26].map((step) => ids[(n + step) % ids.length]!)
      return notice(`203.0.113.${n}`, n % 2 ? three : three.toReversed())
    }),
  )
  assert.deepEqual(
    statuses.filter((status) => status !== 201),
    [],
  )
})

test('what staff have left up is not hidden again by a notice, until its owner changes it', async () => {
  await aDayLater()
  const [id] = (await items(1)) as [string]
  await notice('192.0.2.1', [id])
  assert.equal(await stateOf(id), 'held')
  const [{ id: caseId } = { id: '' }] = await casesOf(id)
  await moderator.call(claimCase, { params: { id: caseId } })
  await moderator.call(act, { params: { id: caseId }, body: { action: 'approve' } })
  for (const n of [2, 3, 4]) assert.equal(await notice(`192.0.2.${n}`, [id]), 201)
  assert.equal(await stateOf(id), 'approved')
  const open = (await casesOf(id)).find(({ closed_at }) => !closed_at)
  assert.equal(open?.priority, 0, 'a person looks again')
  assert.ok(open.due_at, 'and the clock of 48 hours runs')
  await db.updateTable('content').set({ updated_at: new Date() }).where('id', '=', id).execute()
  await notice('192.0.2.5', [id])
  assert.equal(await stateOf(id), 'held', 'its pictures are other ones now')
})

test('three signed-out browsers and a new account hide nothing; a settled account does', async () => {
  await aDayLater()
  const { ada, browser, crowd: settled } = await reporting(house)
  const id = await published(ada)
  for (const name of ['Firefox', 'Chrome', 'Safari']) await browser(name).report(id, 'intimate_image')
  await send(await house.joins('newcomer'), id, 'intimate_image')
  assert.equal(await stateOf(id), 'approved')
  await send(settled[0]!, id, 'intimate_image')
  assert.equal(await stateOf(id), 'held')
})

test('above the limit of the whole site notices wait for a person; a notice is hidden at once again when it is over', async () => {
  await aDayLater()
  const ids = await items(60)
  for (const [n, ten] of tens(ids).entries()) assert.equal(await notice(`2001:db8:${n}::1`, ten), 201)
  assert.equal(await heldOf(ids), 6 * firstHolds.most + holdBudgets.notices.shared[0]!.most)
  assert.equal((await moderator.call(listLostNotices, {})).items.length, 0)
  const waiting = await db
    .selectFrom('cases')
    .select('id')
    .where('content_id', 'in', ids)
    .where('priority', '=', 0)
    .where('due_at', 'is not', null)
    .execute()
  assert.equal(waiting.length, 60, 'each is a case with its clock')
  await aDayLater()
  const [mine] = (await items(1)) as [string]
  await notice('192.0.2.77', [mine])
  assert.equal(await stateOf(mine), 'held')
})

test('a first, small notice is hidden at once while three sources have used up what large notices may hide', async () => {
  await aDayLater()
  const ids = await items(50)
  for (const [n, ten] of tens(ids).entries()) await notice(`203.0.113.${n + 1}`, ten)
  const [mine, also] = (await items(2)) as [string, string]
  await notice('192.0.2.78', [mine, also])
  assert.deepEqual([await stateOf(mine), await stateOf(also)], ['held', 'held'])
})

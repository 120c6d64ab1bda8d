/* What people are told of decisions about them, and what staff see of a decision that is appealed. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { act, claimCase, listCases } from '#contract/mod.ts'
import { listNotifications, readNotifications } from '#contract/notifications.ts'
import { appeal, listStatements } from '#contract/statements.ts'
import { db } from '#server/platform/db/db.ts'
import { crowd } from '../support/crowd.ts'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { casesOf, send } from '../support/reporting.ts'

let house: House
let ada: Person
let bob: Person
let mia: Person
let max: Person
before(async () => {
  house = await openHouse()
  ;[ada, bob] = (await crowd(house, 'member', 2)) as [Person, Person]
  ;[mia, max] = (await crowd(house, 'mod', 2)) as [Person, Person]
  for (const { id } of [mia, max])
    await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', id).execute()
})
after(() => house.close())

const told = async () => (await ada.call(listNotifications, { query: {} })).items[0]!

type Act = Parameters<typeof mia.call<typeof act>>[1]['body']

/** Reported, so held, then decided by a person. */
async function decided(owner: Person, title: string, body: Act): Promise<string> {
  const item = await published(owner, { title })
  await send(owner === ada ? bob : ada, item, 'threat')
  const id = (await casesOf(item))[0]!.id
  await mia.call(claimCase, { params: { id } })
  await mia.call(act, { params: { id }, body })
  return item
}

test('a notification names the one decision it is about, the newest about that thing, and several as several', async () => {
  await decided(ada, 'My flower trick', { action: 'remove', rule: 'spam' })
  const [statement] = (await ada.call(listStatements, {})).items
  assert.equal(statement!.action, 'remove')
  assert.deepEqual((await told()).decisions, [
    { id: statement!.id, subject: 'content', about: 'My flower trick' },
  ])
  await decided(ada, 'Another one', { action: 'remove', rule: 'copyright' })
  assert.deepEqual(
    (await told()).decisions.map(({ about }) => about),
    ['Another one', 'My flower trick'],
  )
  await ada.call(readNotifications, {})
  await decided(ada, 'The third', { action: 'approve' })
  assert.deepEqual(
    (await told()).decisions.map(({ about }) => about),
    ['The third'],
  )
})

test('an appeal is shown with the reports behind the decision, and without a second way to take it back', async () => {
  await decided(bob, 'What was reported', { action: 'remove', rule: 'threat' })
  const [statement] = (await bob.call(listStatements, {})).items
  await bob.call(appeal, { params: { id: statement!.id }, body: { words: 'It is a song' } })
  const [open] = (await max.call(listCases, { query: { only: 'appeals' } })).items
  const { detail } = await max.call(claimCase, { params: { id: open!.id } })
  assert.deepEqual(
    detail!.reports.map(({ reason }) => reason),
    ['threat'],
  )
  assert.ok(!detail!.may.includes('restore'))
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getContent, getOwnContent, updateContent } from '#contract/content.ts'
import { act, claimCase, decideAppeal, listCases } from '#contract/mod.ts'
import type { Action } from '#contract/moderation.ts'
import { appeal, listStatements } from '#contract/statements.ts'
import { openCase } from '#server/moderation/cases.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { refused } from '../support/refused.ts'

let house: House
let maker: Person
let young: Person
let mia: Person
let lea: Person
before(async () => {
  house = await openHouse()
  maker = await house.joins('maker', 17)
  young = await house.joins('young', 15)
  mia = await staff('mia')
  lea = await staff('lea')
})
after(() => house.close())

async function staff(name: string): Promise<Person> {
  const person = await house.joins(name, 19)
  await db
    .updateTable('users')
    .set({ role: 'moderator', email_verified: true })
    .where('id', '=', person.id)
    .execute()
  return person
}

async function decides(id: string, action: Action) {
  const about = { subject: 'content', contentId: id, userId: maker.id, priority: 2 } as const
  const params = { id: (await transaction((tx) => openCase(tx, about))).id }
  await mia.call(claimCase, { params })
  await mia.call(act, {
    params,
    body: { action, ...(action !== 'restore' && { rule: 'not_for_my_age', severity: 'usual' }) },
  })
}

const rates = (id: string, rating: 'all' | '16') =>
  maker.call(updateContent, { params: { id }, body: { rating } })
const own = async (id: string) => {
  const { rating, rating_fixed } = await maker.call(getOwnContent, { params: { id } })
  return [rating, rating_fixed]
}
const opens = (id: string) =>
  young.call(getContent, { params: { id } }).then(
    () => true,
    () => false,
  )

test('what a moderator has rated 16+ stays so for its owner, until that decision is taken back', async () => {
  const id = await published(maker)
  await decides(id, 'rate_16')
  assert.deepEqual(await own(id), ['16', true])
  assert.match(await refused(rates(id, 'all')), /^409 Rated 16\+/)
  await maker.call(updateContent, { params: { id }, body: { title: 'Another title' } })
  assert.equal(await opens(id), false)
  await decides(id, 'restore')
  assert.deepEqual([await own(id), await opens(id)], [['all', false], true])
})

test('an appeal that is won gives the rating back to its owner', async () => {
  const id = await published(maker)
  await decides(id, 'rate_16')
  const [statement] = (await maker.call(listStatements, {})).items
  await maker.call(appeal, { params: { id: statement!.id }, body: { words: 'It is only a storm.' } })
  const { items } = await lea.call(listCases, { query: { only: 'appeals' } })
  const { detail } = await lea.call(claimCase, { params: { id: items[0]!.id } })
  await lea.call(decideAppeal, {
    params: { id: detail!.appeal!.id },
    body: { outcome: 'reversed', answer: 'It is.' },
  })
  assert.deepEqual([await own(id), await opens(id)], [['all', false], true])
})

test('what its owner had rated 16+ themselves is not opened to the young by giving it back', async () => {
  const id = await published(maker)
  await rates(id, '16')
  await decides(id, 'remove')
  await decides(id, 'restore')
  assert.deepEqual([await own(id), await opens(id)], [['16', false], false])
  await rates(id, 'all')
  assert.equal(await opens(id), true)
})

test('a rating of its owner’s can be fixed by a moderator, and is theirs again when that is taken back', async () => {
  const id = await published(maker)
  await rates(id, '16')
  await decides(id, 'rate_16')
  assert.deepEqual([await own(id), await opens(id)], [['16', true], false])
  await decides(id, 'restore')
  assert.deepEqual([await own(id), await opens(id)], [['16', false], false])
})

/* What reports do by themselves, before anybody looks: who weighs how much, and what is held. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listComments, postComment } from '#contract/comments.ts'
import { getContent } from '#contract/content.ts'
import { getProfileById } from '#contract/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { refused } from '../support/refused.ts'
import { casesOf, decide, reporting, type Reporting, send, stateOf, voicesOf } from '../support/reporting.ts'
import { settled } from '../support/settled.ts'

let house: House
let ada: Person
let crowd: Person[]
let browser: Reporting['browser']
before(async () => {
  house = await openHouse()
  ;({ ada, crowd, browser } = await reporting(house))
})
after(() => house.close())

test('thirty reports of six people at once are six voices in one case', async () => {
  const id = await published(ada)
  const sent = await Promise.all(Array.from({ length: 30 }, (_, n) => send(crowd[n % 6]!, id, 'scam')))
  const voices = await voicesOf(id)
  assert.equal((await casesOf(id)).length, 1)
  assert.deepEqual(voices.map((voice) => voice.reporter_id).toSorted(), crowd.map((who) => who.id).toSorted())
  assert.deepEqual(new Set(sent), new Set(voices.map((voice) => voice.receipt)))
})

test('thirty at once about harm: it is gone with the third, and nobody is counted twice', async () => {
  const id = await published(ada)
  const tries = Array.from({ length: 30 }, (_, n) => send(crowd[n % 6]!, id, 'hate').catch(String))
  const answers = await Promise.all(tries)
  const voices = await voicesOf(id)
  assert.equal(await stateOf(id), 'held')
  assert.ok(voices.length >= 3 && voices.length <= 6)
  // Who came after it was gone found nothing there.
  const given = new Set(voices.map((voice) => voice.receipt))
  assert.ok(answers.every((text) => given.has(text) || text.includes("doesn't exist")))
})

test('thirty browsers at once are thirty voices, one case, and hold nothing', async () => {
  const id = await published(ada)
  await Promise.all(Array.from({ length: 30 }, (_, n) => browser(`phone ${n}`).report(id, 'grooming')))
  assert.equal((await voicesOf(id)).length, 30)
  assert.equal((await casesOf(id)).length, 1)
  assert.equal(await stateOf(id), 'approved')
})

test('danger: one settled account takes it away at once, a new one and the signed out do not', async () => {
  const fresh = await house.joins('fresh')
  const id = await published(ada)
  await send(house.stranger(), id, 'intimate_image')
  await send(fresh, id, 'intimate_image')
  assert.equal(await stateOf(id), 'approved')
  await send(crowd[0]!, id, 'intimate_image')
  assert.equal(await stateOf(id), 'held')
  assert.match(await refused(house.stranger().call(getContent, { params: { id } })), /^404/)
})

test('harm: three settled accounts take it away; the rest: five take it out of the lists', async () => {
  for (const [reason, needed, then] of [
    ['bullying', 3, 'held'],
    ['impersonation', 5, 'limited'],
  ] as const) {
    const id = await published(ada)
    for (const who of crowd.slice(0, needed - 1)) await send(who, id, reason)
    assert.equal(await stateOf(id), 'approved')
    await send(crowd[needed - 1]!, id, reason)
    assert.equal(await stateOf(id), then)
  }
  const id = await published(ada)
  for (const who of crowd) await send(who, id, 'scam')
  assert.equal(await stateOf(id), 'approved')
})

test('a comment that is held is gone for everybody else', async () => {
  const id = await published(ada)
  const { id: comment } = await ada.call(postComment, { params: { id }, body: { body: 'a threat' } })
  await send(crowd[0]!, comment, 'threat', 'comment')
  assert.deepEqual((await house.stranger().call(listComments, { params: { id }, query: {} })).items, [])
  assert.match(await refused(send(crowd[1]!, comment, 'threat', 'comment')), /^404/)
})

test('reports alone never set a person aside', async () => {
  for (const who of crowd) await send(who, ada.id, 'grooming', 'profile')
  await house.stranger().call(getProfileById, { params: { id: ada.id } })
  const row = await db
    .selectFrom('cases')
    .select('priority')
    .where('subject', '=', 'profile')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.priority, 0)
})

test('who is often wrong weighs less', async () => {
  const wolf = await house.joins('wolf')
  await settled(wolf)
  for (let n = 0; n < 3; n += 1) {
    const id = await published(ada)
    await send(wolf, id, 'grooming')
    assert.equal(await stateOf(id), 'held')
    await decide((await casesOf(id))[0]!.id, 'nothing')
  }
  const id = await published(ada)
  await send(wolf, id, 'grooming')
  assert.equal((await voicesOf(id))[0]!.weight, 0.25)
  assert.equal(await stateOf(id), 'approved')
})

test('what staff have looked at and left up is held again only for a reason that is new and grave', async () => {
  const id = await published(ada)
  for (const who of crowd.slice(0, 3)) await send(who, id, 'hate')
  await decide((await casesOf(id))[0]!.id, 'nothing')
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', id).execute()
  for (const who of crowd) await send(who, id, 'hate')
  assert.equal(await stateOf(id), 'approved')
  assert.equal((await casesOf(id)).length, 2, 'it is looked at once more')
  // One voice a case: the second one is decided too.
  await decide((await casesOf(id)).find(({ closed_at }) => !closed_at)!.id, 'nothing')
  for (const who of crowd.slice(0, 3)) await send(who, id, 'violence')
  assert.equal(await stateOf(id), 'held', 'for another reason it is')
  const other = await published(ada)
  await send(crowd[0]!, other, 'sextortion')
  await decide((await casesOf(other))[0]!.id, 'nothing')
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', other).execute()
  await send(crowd[1]!, other, 'sextortion')
  for (const who of crowd) await send(who, other, 'impersonation')
  assert.equal(await stateOf(other), 'approved', 'judged already, and not grave')
  await send(crowd[2]!, other, 'grooming')
  assert.equal(await stateOf(other), 'held', 'new and grave')
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent, listContent } from '#contract/content.ts'
import { feature, unfeature } from '#contract/featured.ts'
import { pseudonym } from '#server/moderation/audit.ts'
import { db } from '#server/platform/db/db.ts'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { refused } from '../support/refused.ts'

let house: House
let ada: Person
let mia: Person
before(async () => {
  house = await openHouse()
  ada = await house.joins('ada')
  mia = await house.joins('mia', 19)
  const staff = { role: 'moderator', email_verified: true } as const
  await db.updateTable('users').set(staff).where('id', '=', mia.id).execute()
})
after(() => house.close())

async function logged(id: string): Promise<unknown[]> {
  const rows = await db.selectFrom('audit_log').select('entry').orderBy('id').execute()
  const entries = rows.map(
    ({ entry }) => JSON.parse(entry) as { did: string; subject?: string; actor: string },
  )
  const about = entries.filter(({ subject }) => subject === `content ${pseudonym(id)}`)
  return about.map(({ did, actor }) => [did, actor === pseudonym(mia.id)])
}

test('staff feature a video and end it, each once in the audit log; everyone reads it', async () => {
  const id = await published(ada)
  const params = { id }
  const isFeatured = async (who: Person) => (await who.call(getContent, { params })).is_featured
  await mia.call(feature, { params })
  await mia.call(feature, { params })
  assert.deepEqual([await isFeatured(house.stranger()), await isFeatured(ada)], [true, true])
  assert.equal((await ada.call(listContent, { query: {} })).items[0]?.is_featured, true)
  await mia.call(unfeature, { params })
  assert.equal(await isFeatured(house.stranger()), false)
  assert.deepEqual(await logged(id), [
    ['feature', true],
    ['unfeature', true],
  ])
})

test('only staff feature, and only what everyone can find', async () => {
  const id = await published(ada)
  for (const who of [ada, house.stranger()])
    for (const call of [feature, unfeature])
      assert.match(await refused(who.call(call, { params: { id } })), /^404/)
  for (const film of [
    { visibility: 'followers' },
    { moderation: 'held' },
    { status: 'processing' },
  ] as const) {
    const hidden = await published(ada, film)
    assert.match(await refused(mia.call(feature, { params: { id: hidden } })), /^404/)
    assert.deepEqual(await logged(hidden), [])
  }
})

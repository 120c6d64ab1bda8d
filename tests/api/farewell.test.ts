import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts.ts'
import { postComment } from '#contract/comments.ts'
import { getContent } from '#contract/content.ts'
import { listNotifications } from '#contract/notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { sayFarewell } from '#server/rights/farewell.ts'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { letters, letterTo } from '../support/letters.ts'
import { refused } from '../support/refused.ts'

let house: House
before(async () => {
  house = await openHouse({ working: true })
})
after(() => house.close())

const declaredAgo = (who: Person, ago: string) =>
  sql`update private_details set age_declared_on = current_date - ${ago}::interval where user_id = ${who.id}`.execute(
    db,
  )
const bell = async (who: Person) =>
  (await who.call(listNotifications, { query: {} })).items.map(({ kind }) => kind)
const farewells = async (who: Person) =>
  (await letters(house)).filter(({ to, subject }) => to.startsWith(who.name) && /Your time on/.test(subject))

test('at twenty an account can only be read, and its owner is told once, by bell and letter', async () => {
  const gus = await house.joins('gus_grown', 19)
  const film = await published(gus, { title: 'Still to be seen' })
  const almost = await house.joins('almost_grown', 19)
  await declaredAgo(gus, '1 year')
  await declaredAgo(almost, '11 months')
  await sayFarewell()
  await sayFarewell()

  await letterTo(house, 'gus_grown@example.com', 'Your time on')
  assert.deepEqual(await bell(gus), ['turned_twenty'])
  assert.equal((await gus.call(getSession, {})).me?.is_grown, true)
  const comment = { params: { id: film }, body: { body: 'hello' } }
  assert.match(await refused(gus.call(postComment, comment)), /^403 Your time here is over/)
  assert.equal((await house.stranger().call(getContent, { params: { id: film } })).title, 'Still to be seen')

  assert.deepEqual(await bell(almost), [])
  assert.equal((await almost.call(getSession, {})).me?.is_grown, false)
  await almost.call(postComment, comment)
  assert.deepEqual([(await farewells(gus)).length, (await farewells(almost)).length], [1, 0])
})

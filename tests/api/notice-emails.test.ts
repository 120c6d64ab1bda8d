/* Anybody can type any email address into a notice: its limits stop emails, never the notice of whoever has that address. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { guessing } from '#contract/limits.ts'
import { noticeEmails, noticeLimits } from '#contract/notices.ts'
import { mayMail } from '#server/accounts/guesses.ts'
import { settleReports } from '#server/moderation/report-outcome.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { published } from '../support/films.ts'
import { aDayLater, noticeFrom } from '../support/flooding.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { letters, letterTo } from '../support/letters.ts'
import { casesOf, stateOf } from '../support/reporting.ts'

let house: House
let ada: Person
before(async () => {
  house = await openHouse({ working: true, env: { TRUST_PROXY: '127.0.0.1' } })
  ada = await house.joins('ada')
})
after(() => house.close())

/** After everything that was queued before. */
async function sentTo(email: string, subject: string): Promise<number> {
  await aDayLater()
  const marker = `marker${Math.random()}@example.com`
  await noticeFrom(house, '192.0.2.200', [await published(ada)], { email: marker })
  await letterTo(house, marker, 'We have your notice')
  return (await letters(house)).filter((one) => one.to === email && one.subject === subject).length
}

test('notices in the name of a victim stop neither her own notice nor her sign-in links', async () => {
  const email = 'victim@example.com'
  const other = await published(ada)
  for (let n = 1; n <= 12; n += 1)
    assert.equal(await noticeFrom(house, `203.0.113.${n}`, [other], { email }), 201)
  const mine = await published(ada)
  assert.equal(await noticeFrom(house, '192.0.2.1', [mine], { email }), 201)
  assert.equal(await stateOf(mine), 'held')
  assert.ok(guessing.letters.most > noticeEmails.receipts[0].most)
  assert.equal(await mayMail(email), true, 'a link to sign in is still sent')
  assert.equal(await sentTo(email, 'We have your notice'), noticeEmails.receipts[0].most)
})

test('a network that sends too many notices is refused with a sentence', async () => {
  await aDayLater()
  const item = await published(ada)
  for (let n = 0; n < noticeLimits.network.most; n += 1)
    assert.equal(await noticeFrom(house, '192.0.2.3', [item]), 201)
  assert.equal(await noticeFrom(house, '192.0.2.3', [item]), 429)
})

test('what is dismissed unseen in her name sends her few emails, and she still hears of her own notice', async () => {
  await aDayLater()
  const email = 'named@example.com'
  const close = async (item: string, isUnseen: boolean) => {
    const [{ id } = { id: '' }] = await casesOf(item)
    await db.updateTable('cases').set({ dismissed_unseen: isUnseen }).where('id', '=', id).execute()
    await transaction((tx) => settleReports(tx, id, isUnseen ? 'nothing' : 'removed'))
  }
  for (let n = 1; n <= 9; n += 1) {
    const item = await published(ada)
    await noticeFrom(house, `203.0.113.${n}`, [item], { email })
    await close(item, true)
  }
  const mine = await published(ada)
  await noticeFrom(house, '192.0.2.4', [mine], { email })
  await close(mine, false)
  const { most } = noticeEmails.unseen[0]
  assert.equal(await sentTo(email, 'What became of your notice'), most + 1)
})

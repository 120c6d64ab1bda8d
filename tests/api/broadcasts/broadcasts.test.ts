import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { db } from '#server/platform/db/db.ts'
import { listContent } from '#contract/content/content.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { sendChunk, startBroadcast, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { setProfilePrivacy } from '#tests/support/app/member-actions.ts'
import { confirmUserEmail } from '#tests/support/app/test-app.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

const body = { title: 'Studio session' }

async function errorOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string } }
  return `${response.status} ${error.code}`
}

test('only members of 16 and over with a confirmed email and an account older than a day can go live', async () => {
  const young = await confirmUserEmail(await testApp.signUpMember('young', 15))
  await backdateAccounts(young)
  assert.match(await expectApiError(young.call(contract.createBroadcast, { body })), /once you’re 16/)
  const fresh = await testApp.signUpMember('fresh', 17)
  assert.match(await expectApiError(fresh.call(contract.createBroadcast, { body })), /Confirm your email/)
  await confirmUserEmail(fresh)
  assert.match(await expectApiError(fresh.call(contract.createBroadcast, { body })), /24 hours/)
  await backdateAccounts(fresh)
  const { id } = await fresh.call(contract.createBroadcast, { body })
  assert.match(await expectApiError(fresh.call(contract.createBroadcast, { body })), /already live/)
  await fresh.call(contract.endBroadcast, { params: { id }, body: {} })
})

test('the title of a broadcast is moderated like that of an upload', async () => {
  const ada = await testApp.signUpBroadcaster('ada')
  const call = (title: string) => ada.call(contract.createBroadcast, { body: { title } })
  assert.match(await expectApiError(call('  ')), /^422 /)
  assert.match(await expectApiError(call('fuck this')), /^422 /)
})

test('a broadcast is listed while it is on air, and is not a video', async () => {
  const bea = await testApp.signUpBroadcaster('bea')
  const viewer = testApp.anonymousUser()
  const { id, delay_seconds } = await startBroadcast(bea)
  assert.equal(delay_seconds, 10)
  const onAir = async () =>
    (await viewer.call(contract.listBroadcasts, { query: {} })).items.filter((one) => one.id === id)
  assert.deepEqual(await onAir(), [])
  assert.equal((await sendChunk(bea, id, 0, 'header')).status, 204)
  const [listed] = await onAir()
  assert.equal(listed?.state, 'on_air')
  assert.match(listed?.playlist_url ?? '', /^\/media\/[\w-]+\/live\/master\.m3u8$/)
  assert.ok(!('delay_seconds' in listed!))
  assert.deepEqual((await viewer.call(listContent, { query: { creator: bea.id } })).items, [])
  await setProfilePrivacy(bea, true)
  assert.deepEqual(await onAir(), [])
  assert.match(await expectApiError(viewer.call(contract.getBroadcast, { params: { id } })), /^404 /)
  await setProfilePrivacy(bea, false)
  await bea.call(contract.endBroadcast, { params: { id }, body: {} })
  assert.deepEqual(await onAir(), [])
  assert.equal((await viewer.call(contract.getBroadcast, { params: { id } })).state, 'ended')
})

test('chunks are stored once and in order, and none after the end', async () => {
  const cleo = await testApp.signUpBroadcaster('cleo')
  const { id } = await startBroadcast(cleo)
  assert.equal(await errorOf(await sendChunk(cleo, id, 1, 'early')), '409 broadcast_chunk_order')
  const sent = await Promise.all([sendChunk(cleo, id, 0, 'first'), sendChunk(cleo, id, 0, 'again')])
  assert.deepEqual(
    sent.map(({ status }) => status),
    [204, 204],
  )
  assert.equal((await sendChunk(cleo, id, 0, 'and again')).status, 204)
  assert.equal((await sendChunk(cleo, id, 1, 'second')).status, 204)
  const rows = await db
    .selectFrom('broadcast_chunks')
    .selectAll()
    .where('content_id', '=', id)
    .orderBy('number')
    .execute()
  assert.deepEqual(
    rows.map((row) => [row.number, row.source_offset]),
    [
      [0, 0],
      [1, 5],
    ],
  )
  assert.equal((await cleo.call(contract.getOwnBroadcast, {})).broadcast?.next_chunk, 2)
  assert.equal(await errorOf(await sendChunk(cleo, id, 2, '')), '422 invalid_input')
  const tooLarge = new Uint8Array(2 * 1024 * 1024 + 1)
  assert.equal(await errorOf(await sendChunk(cleo, id, 2, tooLarge)), '413 broadcast_chunk_too_large')
  const stranger = await testApp.signUpBroadcaster('stranger')
  assert.equal(await errorOf(await sendChunk(stranger, id, 2, 'x')), '404 content_not_found')
  await cleo.call(contract.endBroadcast, { params: { id }, body: {} })
  assert.equal(await errorOf(await sendChunk(cleo, id, 2, 'late')), '410 broadcast_ended')
  assert.equal((await sendChunk(cleo, id, 1, 'second')).status, 204)
  assert.equal((await cleo.call(contract.getOwnBroadcast, {})).broadcast, null)
})

test('a source above the average bitrate is slowed down', async () => {
  const dora = await testApp.signUpBroadcaster('dora')
  const { id } = await startBroadcast(dora)
  const chunk = new Uint8Array(2 * 1024 * 1024)
  // A burst of 10 s at 8 Mbit/s is 10 MB.
  for (let number = 0; number < 4; number += 1)
    assert.equal((await sendChunk(dora, id, number, chunk)).status, 204)
  assert.equal(await errorOf(await sendChunk(dora, id, 4, chunk)), '429 broadcast_too_fast')
})

test('deleting the item ends its broadcast', async () => {
  const eva = await testApp.signUpBroadcaster('eva')
  const { id } = await startBroadcast(eva)
  await sendChunk(eva, id, 0, 'header')
  await eva.call(deleteContent, { params: { id } })
  assert.equal((await eva.call(contract.getOwnBroadcast, {})).broadcast, null)
  assert.equal(await errorOf(await sendChunk(eva, id, 1, 'more')), '404 content_not_found')
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { createBroadcast, endBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { createStreamKey, deleteStreamKey, getStreamKey } from '#contract/broadcasts/stream-keys.ts'
import { authorizeEncoder } from '#server/broadcasts/encoders/authorize-encoder.ts'
import {
  type EncoderConnection,
  releaseEncoderConnection,
} from '#server/broadcasts/encoders/encoder-connections.ts'
import { hashToken } from '#server/auth/random-token.ts'
import { db } from '#server/platform/db/db.ts'
import { selectExportedStreamKeys } from '#server/broadcasts/exported-broadcasts.ts'
import { addBroadcastCapacity, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listSentEmails } from '#tests/support/app/sent-emails.ts'
import { confirmUserEmail, getTestUserEmail, type TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => {
  testApp = await startBroadcastTestApp({ working: true })
  await addBroadcastCapacity(20)
})
after(() => testApp.close())

const attempt = (streamKey: string, app = 'live') => ({
  app,
  streamKey,
  remoteAddress: '192.0.2.1',
  stop: () => {},
})

async function refusalOf(streamKey: string, app?: string): Promise<string> {
  const answer = await authorizeEncoder(attempt(streamKey, app))
  return 'refusal' in answer ? answer.refusal : 'accepted'
}

async function connect(streamKey: string): Promise<EncoderConnection> {
  const answer = await authorizeEncoder(attempt(streamKey))
  assert.ok('connection' in answer, JSON.stringify(answer))
  return answer.connection
}

const createRtmpBroadcast = (who: TestUser) =>
  who.call(createBroadcast, { body: { title: 'Studio session', source: 'rtmp' } })

test('a stream key is shown once, and only its hash is stored', async () => {
  const ada = await testApp.signUpBroadcaster('ada')
  assert.deepEqual(await ada.call(getStreamKey, {}), { stream_key: null, server_url: null })
  const { key, created_at, last_used_at } = await ada.call(createStreamKey, {})
  assert.match(key, /^[\w-]{43}$/)
  const stored = await ada.call(getStreamKey, {})
  assert.deepEqual(stored.stream_key, { created_at, last_used_at })
  const rows = await db.selectFrom('stream_keys').selectAll().where('user_id', '=', ada.id).execute()
  assert.deepEqual(
    rows.map(({ key_hash }) => key_hash),
    [hashToken(key)],
  )
  assert.ok(!JSON.stringify([stored, rows]).includes(key))
  const exported = JSON.stringify(await selectExportedStreamKeys(ada.id).execute())
  assert.ok(exported.includes('created_at') && !exported.includes(hashToken(key)))
})

test('creating a stream key takes the same rights as creating a broadcast', async () => {
  const young = await confirmUserEmail(await testApp.signUpMember('young', 15))
  await backdateAccounts(young)
  assert.match(await expectApiError(young.call(createStreamKey, {})), /once you’re 16/)
  const fresh = await testApp.signUpMember('fresh', 17)
  assert.match(await expectApiError(fresh.call(createStreamKey, {})), /Confirm your email/)
  await confirmUserEmail(fresh)
  assert.match(await expectApiError(fresh.call(createStreamKey, {})), /24 hours/)
})

test('a new stream key replaces the previous one, and the owner gets an email', async () => {
  const bea = await testApp.signUpBroadcaster('bea')
  await createRtmpBroadcast(bea)
  const first = await bea.call(createStreamKey, {})
  const second = await bea.call(createStreamKey, {})
  assert.equal(await refusalOf(first.key), 'keyReplaced')
  await releaseEncoderConnection(await connect(second.key))
  await bea.call(deleteStreamKey, {})
  await bea.call(deleteStreamKey, {})
  assert.equal(await refusalOf(second.key), 'keyReplaced')
  assert.equal((await bea.call(getStreamKey, {})).stream_key, null)
  const emails = await waitUntil(async () => {
    const sent = (await listSentEmails(testApp)).filter(({ to }) => to === getTestUserEmail('bea'))
    const found = sent.filter(({ subject }) => subject.includes('stream key'))
    return found.length === 2 && found
  })
  assert.ok(emails.every(({ text }) => !text.includes(first.key) && !text.includes(second.key)))
})

test('concurrent requests leave one valid key', async () => {
  const cleo = await testApp.signUpBroadcaster('cleo')
  await createRtmpBroadcast(cleo)
  const keys = await Promise.all([1, 2, 3].map(() => cleo.call(createStreamKey, {})))
  const refusals = await Promise.all(keys.map(({ key }) => refusalOf(key)))
  assert.deepEqual(refusals.toSorted(), ['accepted', 'keyReplaced', 'keyReplaced'])
})

test('an encoder needs a valid key and a broadcast that was created for it', async () => {
  const dora = await testApp.signUpBroadcaster('dora')
  const { key } = await dora.call(createStreamKey, {})
  assert.equal(await refusalOf('wrong'), 'unknownKey')
  assert.equal(await refusalOf(''), 'unknownKey')
  assert.equal(await refusalOf(key, `live/${key}`), 'wrongServerAddress')
  assert.equal(await refusalOf(key), 'noBroadcast')
  const fromBrowser = await dora.call(createBroadcast, { body: { title: 'From the browser' } })
  assert.equal(await refusalOf(key), 'noBroadcast')
  await dora.call(endBroadcast, { params: { id: fromBrowser.id }, body: {} })
  const { id } = await createRtmpBroadcast(dora)
  const connection = await connect(key)
  assert.equal(connection.contentId, id)
  assert.ok((await dora.call(getStreamKey, {})).stream_key?.last_used_at)
  assert.equal(await refusalOf(key), 'alreadyConnected')
  await releaseEncoderConnection(connection)
  await releaseEncoderConnection(await connect(key))
  await dora.call(endBroadcast, { params: { id }, body: {} })
  assert.equal(await refusalOf(key), 'noBroadcast')
})

test('a member who may not broadcast any more cannot connect an encoder', async () => {
  const eva = await testApp.signUpBroadcaster('eva')
  const { key } = await eva.call(createStreamKey, {})
  await createRtmpBroadcast(eva)
  await db
    .updateTable('profiles')
    .set({ suspended_until: 'infinity' })
    .where('user_id', '=', eva.id)
    .execute()
  assert.equal(await refusalOf(key), 'notPermitted')
})

test('the connection of a server that has died expires', async () => {
  const fay = await testApp.signUpBroadcaster('fay')
  const { key } = await fay.call(createStreamKey, {})
  await createRtmpBroadcast(fay)
  const lost = await connect(key)
  await db
    .updateTable('encoder_connections')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', lost.id)
    .execute()
  const next = await connect(key)
  // The late release of the first connection does not affect the second one.
  await releaseEncoderConnection(lost)
  assert.equal(await refusalOf(key), 'alreadyConnected')
  await releaseEncoderConnection(next)
})

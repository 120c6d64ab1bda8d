import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import {
  acceptEmbeddedCaptions,
  deleteEmbeddedCaptions,
} from '#contract/content/captions/embedded-captions.ts'
import { getContent } from '#contract/content/content.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { getDataExport, requestDataExport } from '#contract/privacy/data-export.ts'
import { beginTranscriptionChunk } from '#server/captions/automatic/transcription-progress.ts'
import { db } from '#server/platform/db/db.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { unzip } from '#tests/support/app/unzip.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
before(async () => {
  testApp = await startTestApp({ working: true, env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob', 18)
})
after(() => testApp.close())

const vttOf = (line: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n${line}\n`
const createVideo = (owner: TestUser) => createPublishedVideo(owner, { seconds: 10 })

async function insertOffer(content_id: string, line: string): Promise<string> {
  const { id } = await db
    .insertInto('offered_captions')
    .values({ content_id, language: 'en', vtt: vttOf(line), cue_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const errorCodeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

test('users cannot access the text tracks of another person’s video, not even through a video of their own', async () => {
  const offer_id = await insertOffer(await createVideo(ada), 'secret')
  const params = { id: await createVideo(bob), offer_id }
  const download = await bob.fetch(`/api/content/${params.id}/offered-captions/${offer_id}/download`)
  assert.deepEqual([download.status, await errorCodeOf(download)], [404, 'captions_not_found'])
  await assert.rejects(bob.call(acceptEmbeddedCaptions, { params, body: { language: 'en' } }), {
    code: 'captions_not_found',
  })
  await assert.rejects(bob.call(deleteEmbeddedCaptions, { params }), { code: 'captions_not_found' })
  const row = await db
    .selectFrom('offered_captions')
    .select('id')
    .where('id', '=', offer_id)
    .executeTakeFirst()
  assert.ok(row)
})

test('a user’s data export contains only the captions of the user’s own videos', async () => {
  for (const [owner, name] of [
    [ada, 'ada'],
    [bob, 'bob'],
  ] as const) {
    const id = await createVideo(owner)
    await addCaptions(owner, id, vttOf(`captions of ${name}`))
    await insertOffer(id, `offer of ${name}`)
    const cues = JSON.stringify([{ start: 0, end: 1000, text: `draft of ${name}`, settings: '' }])
    await db
      .insertInto('caption_drafts')
      .values({ content_id: id, language: 'fr', is_sdh: false, base_file_id: null, cues, cue_count: 1 })
      .execute()
  }
  await ada.call(requestDataExport, {})
  const url = await waitUntil(async () => (await ada.call(getDataExport, {})).export?.url)
  const files = await unzip(new Uint8Array(await (await ada.fetch(url)).arrayBuffer()))
  for (const [file, line] of [
    ['captions', 'captions of ada'],
    ['caption_drafts', 'draft of ada'],
    ['offered-captions', 'offer of ada'],
  ]) {
    const text = String(files.get(`${file}.json`))
    assert.ok(text.includes(line!), `${file}: ${text}`)
    assert.ok(!text.includes('of bob'), `${file}: ${text}`)
  }
})

test('a video that was taken down has no captions, not even for its owner', async () => {
  for (const moderation of ['removed', 'quarantined'] as const) {
    const id = await createVideo(ada)
    await addCaptions(ada, id, vttOf('Hello'))
    assert.equal((await ada.call(getContent, { params: { id } })).captions.length, 1)
    await db.updateTable('content').set({ moderation }).where('id', '=', id).execute()
    assert.deepEqual((await ada.call(getContent, { params: { id } })).captions, [], moderation)
  }
})

test('captions are not stored if the video is deleted while the captions are being uploaded', async () => {
  for (const method of ['POST', 'PUT']) {
    const id = await createVideo(ada)
    const track = await addCaptions(ada, id, vttOf('Hello'))
    const path = method === 'POST' ? '?language=fr' : `/${track.id}/file`
    const { body, isRead, finish } = createSlowBody(vttOf('Too late'))
    const init = { method, body, duplex: 'half' } as RequestInit
    const response = ada.fetch(`/api/content/${id}/captions${path}`, init)
    await isRead
    await ada.call(deleteContent, { params: { id } })
    finish()
    assert.equal(await errorCodeOf(await response), 'content_not_found', method)
  }
  const rows = await db.selectFrom('captions').select('id').where('vtt', 'like', '%Too late%').execute()
  assert.deepEqual(rows, [])
})

/**
 * A request body that is sent when `finish` is called. `isRead` resolves when the server begins to read the
 * body.
 */
function createSlowBody(text: string) {
  const asked = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const body = new ReadableStream(
    {
      async pull(controller) {
        asked.resolve()
        await end.promise
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, isRead: asked.promise, finish: end.resolve }
}

test('videos that were deleted or taken down get no automatic captions', async () => {
  const states = [
    { moderation: 'removed' },
    { moderation: 'quarantined' },
    { deleted_at: new Date() },
  ] as const
  for (const state of states) {
    const id = await createVideo(ada)
    const { fence } = await db
      .selectFrom('streams')
      .select('fence')
      .where('content_id', '=', id)
      .executeTakeFirstOrThrow()
    await db.insertInto('automatic_captions').values({ content_id: id, fence }).execute()
    assert.equal((await beginTranscriptionChunk(id))?.tries, 1)
    await db.updateTable('content').set(state).where('id', '=', id).execute()
    assert.equal(await beginTranscriptionChunk(id), null, JSON.stringify(state))
  }
})

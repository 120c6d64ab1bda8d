import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import {
  acceptEmbeddedCaptions,
  deleteEmbeddedCaptions,
  listEmbeddedCaptions,
} from '#contract/content/captions/embedded-captions.ts'
import { listCaptions } from '#contract/content/captions.ts'
import { getContent } from '#contract/content/content.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { publishReviewedReplacement } from '#server/transcoding/replacements/held-replacements.ts'
import {
  createHeldReplacement,
  createTranscodedVideo,
  uploadAndTranscodeTestReplacement,
} from '#tests/support/app/replacement-test-video.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createTextTrackClip, type ClipTextTrack } from '#tests/support/media/text-track-clips.ts'

const srt = '1\n00:00:00,500 --> 00:00:01,000\nHello\n\n2\n00:00:01,200 --> 00:00:01,800\nGoodbye\n'

let folder: string
let testApp: TestApp
let ada: TestUser
let bob: TestUser
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterbell-tracks-'))
  testApp = await startTestApp({ env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob', 18)
  await sql`update users set created_at = now() - interval '30 days'`.execute(db)
})
after(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})

async function createVideo(owner: TestUser, tracks: ClipTextTrack[]): Promise<string> {
  return createTranscodedVideo(owner, await readFile(await createTextTrackClip(folder, 'mp4', tracks)))
}
const track = (text: string, language = 'eng'): ClipTextTrack => ({ text, language, codec: 'mov_text' })
const offersOf = async (who: TestUser, id: string) =>
  (await who.call(listEmbeddedCaptions, { params: { id } })).items
const accept = (who: TestUser, id: string, offer_id: string, body: { language: string; anyway?: boolean }) =>
  who.call(acceptEmbeddedCaptions, { params: { id, offer_id }, body })

test('text tracks in an uploaded file become captions only when the creator accepts them', async () => {
  const id = await createVideo(ada, [track(srt), track(srt.replace('Hello', 'Hola'), 'spa')])
  const offers = await offersOf(ada, id)
  assert.deepEqual(
    offers.map(({ language, name, cue_count, excerpt }) => [language, name, cue_count, excerpt]),
    [
      ['en', 'English', 2, 'Hello\nGoodbye'],
      ['es', 'Español', 2, 'Hola\nGoodbye'],
    ],
  )
  const { playback_id, captions } = await bob.call(getContent, { params: { id } })
  assert.deepEqual(captions, [])
  assert.deepEqual((await ada.call(listCaptions, { params: { id } })).items, [])
  const master = await (await bob.fetch(`/media/${playback_id}/master.m3u8`)).text()
  assert.doesNotMatch(master, /SUBTITLES/)
  await assert.rejects(offersOf(bob, id), { code: 'content_not_found' })
  const download = `/api/content/${id}/offered-captions/${offers[0]!.id}/download`
  assert.equal((await bob.fetch(download)).status, 404)
  assert.match(
    await (await ada.fetch(download)).text(),
    /^WEBVTT\n\n00:00:00\.500 --> 00:00:01\.000\nHello\n/,
  )

  const accepted = await accept(ada, id, offers[0]!.id, { language: 'en' })
  assert.deepEqual([accepted.name, accepted.source], ['English', 'file'])
  assert.deepEqual((await bob.call(getContent, { params: { id } })).captions, [accepted])
  assert.match(await (await bob.fetch(accepted.url)).text(), /Hello/)
  await assert.rejects(accept(ada, id, offers[0]!.id, { language: 'fr' }), { code: 'captions_not_found' })
  await assert.rejects(accept(ada, id, offers[1]!.id, { language: 'en' }), { code: 'captions_exist' })
  await ada.call(deleteEmbeddedCaptions, { params: { id, offer_id: offers[1]!.id } })
  assert.deepEqual(await offersOf(ada, id), [])
})

test('a text track is moderated when it is accepted, and errors give the line number in the downloadable file', async () => {
  const rude = track(srt.replace('Goodbye', 'what the fuck'))
  const minors = await createVideo(ada, [rude])
  const [first] = await offersOf(ada, minors)
  await assert.rejects(accept(ada, minors, first!.id, { language: 'en' }), (error: Error) => {
    assert.match(JSON.stringify(error), /captions_rude.*Line 7 /s)
    return true
  })
  const adults = await createVideo(bob, [rude])
  const [offer] = await offersOf(bob, adults)
  await assert.rejects(accept(bob, adults, offer!.id, { language: 'en' }), { code: 'captions_ask' })
  const { url } = await accept(bob, adults, offer!.id, { language: 'en', anyway: true })
  assert.doesNotMatch(await (await bob.fetch(url)).text(), /fuck/)
})

test('a broken text track does not stop processing, and the creator can still accept the other tracks', async () => {
  const long = `1\n00:00:00,000 --> 00:00:01,000\n${'word '.repeat(200)}\n`
  const id = await createVideo(ada, [track(long), track(srt, 'und')])
  assert.equal((await ada.call(getContent, { params: { id } })).stream_status, 'ready')
  const offers = await offersOf(ada, id)
  assert.deepEqual(
    offers.map(({ language, name }) => [language, name]),
    [[null, null]],
  )
})

test('after a replacement, the creator can accept the new file’s text tracks instead of the old ones, and existing captions are kept', async () => {
  const id = await createVideo(ada, [track(srt), track(srt.replace('Hello', 'Hola'), 'spa')])
  const [english] = await offersOf(ada, id)
  const accepted = await accept(ada, id, english!.id, { language: 'en' })
  // The new file contains the accepted text track again, and a text track in another language.
  const french = track(srt.replace('Hello', 'Bonjour'), 'fra')
  const next = await readFile(await createTextTrackClip(folder, 'mp4', [track(srt), french], { seconds: 3 }))
  await uploadAndTranscodeTestReplacement(ada, id, next)
  const offers = await offersOf(ada, id)
  assert.deepEqual(
    offers.map(({ language, excerpt }) => [language, excerpt]),
    [['fr', 'Bonjour\nGoodbye']],
  )
  assert.deepEqual((await bob.call(getContent, { params: { id } })).captions, [accepted])

  await uploadAndTranscodeTestReplacement(
    ada,
    id,
    await readFile(await createTextTrackClip(folder, 'mp4', [])),
  )
  assert.deepEqual(await offersOf(ada, id), [], 'a file without text')
})

test('while a replacement file is under review, its text tracks cannot be accepted, but they can once it takes effect', async () => {
  const clip = async (text: string) => readFile(await createTextTrackClip(folder, 'mp4', [track(text)]))
  const { id } = await createHeldReplacement(ada, await clip(srt), await clip(srt.replace('Hello', 'Ahoy')))
  const excerpts = async () => (await offersOf(ada, id)).map(({ excerpt }) => excerpt)
  assert.deepEqual(await excerpts(), ['Hello\nGoodbye'])
  await transaction((tx) => publishReviewedReplacement(tx, id))
  assert.deepEqual(await excerpts(), ['Ahoy\nGoodbye'])
})

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { deleteCaptions, updateCaptions } from '#contract/content/captions.ts'
import { getContent } from '#contract/content/content.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { requestAutomaticCaptions } from '#server/captions/automatic/automatic-captions-job.ts'
import { transcribeNextChunk } from '#server/captions/automatic/transcribe-next-chunk.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import {
  createTranscodedVideo,
  uploadAndTranscodeTestReplacement,
} from '#tests/support/app/replacement-test-video.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { fakeSpeechSample, writeFakeSpeechModel } from '#tests/support/media/fake-speech-model.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'

const never = new AbortController().signal
/** At the lowest priority, transcription would get no CPU time while other tests run. */
const nice = 5
let folder: string
let model: string
/** The video that the first test transcribes. */
let id: string
let testApp: TestApp
let ada: TestUser
let bob: TestUser
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterbell-model-'))
  model = join(folder, 'model.bin')
  await writeFakeSpeechModel(model, fakeSpeechSample)
  testApp = await startTestApp({ env: { PACE: '0', CAPTIONS_MODEL: model } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob', 18)
  await sql`update users set created_at = now() - interval '30 days'`.execute(db)
  id = await createVideo(ada)
})
after(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})

const createVideo = async (owner: TestUser) =>
  createTranscodedVideo(owner, await makeTestPatternClip('mp4', { seconds: 20, width: 320, height: 180 }))

/** Requests automatic captions for a video again, as if the video had just been transcoded. */
async function startOver(contentId = id): Promise<void> {
  for (const table of ['captions', 'automatic_captions'] as const)
    await db.deleteFrom(table).where('content_id', '=', contentId).execute()
  await transaction((tx) => requestAutomaticCaptions(tx, contentId))
}

/** Runs the waiting jobs of a video, as a worker would. Returns the number of jobs. */
async function runJobs(contentId: string, seconds?: number): Promise<number> {
  for (let count = 0; ; count += 1) {
    const { rows } = await sql`delete from pgboss.job where name = 'caption-video' and state < 'active'
      and data->>'contentId' = ${contentId} returning id`.execute(db)
    if (rows.length === 0) return count
    await transcribeNextChunk({ contentId }, { signal: never }, { seconds, nice })
  }
}
const tracksOf = async (video: string) => (await bob.call(getContent, { params: { id: video } })).captions
const progressOf = (video: string) =>
  db.selectFrom('automatic_captions').selectAll().where('content_id', '=', video).executeTakeFirstOrThrow()
const textOf = async (url: string) => (await bob.fetch(url)).text()

test('a video gets automatic captions in the detected language', async () => {
  assert.deepEqual(await tracksOf(id), [])
  assert.equal(await runJobs(id), 1)
  const [track, ...others] = await tracksOf(id)
  assert.equal(others.length, 0)
  assert.deepEqual(
    [track!.name, track!.source, track!.is_default],
    ['English (automatic)', 'automatic', false],
  )
  const text = await textOf(track!.url)
  assert.match(text, /^WEBVTT\n\n00:00:00\.000 --> 00:00:02\.000\nHello from the\n\n00:00:02\.000 --> /)
  assert.match(text, /00:00:16\.000 --> 00:00:18\.000\nHello from the\n/)
  const { playback_id } = await bob.call(getContent, { params: { id } })
  const master = await (await bob.fetch(`/media/${playback_id}/master.m3u8`)).text()
  assert.match(master, /TYPE=SUBTITLES.*NAME="English \(automatic\)"/)
  assert.deepEqual(await readdir(join(testApp.dataDir, 'transcription')), [], 'no audio remains')
})

test('automatic captions are in the language that the creator has chosen, if the model knows the language', async () => {
  for (const [language, name] of [
    ['pt-BR', 'Português (automatic)'],
    ['ga', 'English (automatic)'],
  ] as const) {
    await ada.call(updateContent, { params: { id }, body: { language } })
    await startOver()
    await runJobs(id)
    assert.deepEqual(
      (await tracksOf(id)).map((track) => track.name),
      [name],
    )
  }
  await ada.call(updateContent, { params: { id }, body: { language: null } })
})

test('after a worker is killed, automatic captioning continues after the last stored part', async () => {
  await startOver()
  await transcribeNextChunk({ contentId: id }, { signal: never }, { seconds: 8, nice })
  const first = await progressOf(id)
  assert.ok(first.position_ms >= 6000 && first.position_ms <= 8000, `${first.position_ms}`)
  assert.deepEqual([first.language, first.tries, first.state], ['en', 0, 'running'])

  // Simulates a worker that died after it had counted its attempt but before it had stored anything.
  await sql`update automatic_captions set tries = 1 where content_id = ${id}`.execute(db)
  const stopping = new AbortController()
  const dying = transcribeNextChunk({ contentId: id }, { signal: stopping.signal }, { seconds: 8, nice })
  setImmediate(() => stopping.abort(new Error('killed')))
  await assert.rejects(dying, /killed/)
  const second = await progressOf(id)
  assert.deepEqual([second.position_ms, second.tries], [first.position_ms, 1])

  await runJobs(id, 8)
  const [track] = await tracksOf(id)
  const starts = [...(await textOf(track!.url)).matchAll(/^00:00:(\d\d)\.000 -->/gm)].map(([, at]) =>
    Number(at),
  )
  assert.deepEqual(starts, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18], 'no caption is missing or repeated')
})

test('if two workers caption the same part of a video, the captions are stored only once', async () => {
  await startOver()
  const work = () => transcribeNextChunk({ contentId: id }, { signal: never }, { seconds: 8, nice })
  await Promise.all([work(), work()])
  const { cues, position_ms } = await progressOf(id)
  const expected = [0, 2000, 4000, 6000].filter((start) => start < position_ms)
  assert.deepEqual(
    cues.map(({ start }) => start),
    expected,
  )
  await runJobs(id)
  assert.equal((await tracksOf(id)).length, 1)
})

test('the creator’s captions replace automatic captions, whichever are added first', async () => {
  const add = () =>
    ada.fetch(`/api/content/${id}/captions?language=en-GB`, {
      method: 'POST',
      body: 'WEBVTT\n\n00:01.000 --> 00:03.000\nMine\n',
    })
  const names = async () => (await tracksOf(id)).map(({ name, source }) => [name, source])
  await startOver()
  await runJobs(id)
  assert.equal((await add()).status, 201)
  assert.deepEqual(await names(), [['British English', 'upload']])
  await startOver()
  assert.equal((await add()).status, 201)
  await runJobs(id)
  assert.deepEqual(await names(), [['British English', 'upload']])
})

test('the creator can mark automatic captions as checked, correct them or delete them permanently', async () => {
  const makeTrack = async () => {
    await startOver()
    await runJobs(id)
    const [track] = await tracksOf(id)
    return { id, caption_id: track!.id }
  }
  const checked = await ada.call(updateCaptions, { params: await makeTrack(), body: { is_checked: true } })
  assert.deepEqual([checked.name, checked.source], ['English', 'upload'])

  const path = `/api/content/${id}/captions/${(await makeTrack()).caption_id}/file`
  const body = 'WEBVTT\n\n00:01.000 --> 00:03.000\nCorrected\n'
  assert.equal((await ada.fetch(path, { method: 'PUT', body })).status, 200)
  assert.equal((await tracksOf(id))[0]!.source, 'upload')

  await ada.call(deleteCaptions, { params: await makeTrack() })
  await transaction((tx) => requestAutomaticCaptions(tx, id))
  assert.equal(await runJobs(id), 0)
  assert.deepEqual(await tracksOf(id), [])
})

test('automatic captions omit lines that would be refused in an uploaded caption file', async () => {
  const saying = async (name: string, text: string) => {
    const path = join(folder, name)
    const words = [
      { from: 0, to: 2, words: [' Fine'] },
      { from: 2, to: 4, words: [text] },
    ] as const
    await writeFakeSpeechModel(path, words)
    return path
  }
  const spoken = async (path: string, video = id) => {
    config.captionsModel = path
    await startOver(video)
    await runJobs(video)
    config.captionsModel = model
    return textOf((await tracksOf(video))[0]!.url)
  }
  const threat = await spoken(await saying('threat.bin', ' kill yourself'))
  assert.ok(threat.includes('Fine') && !threat.includes('kill'), threat)
  const rude = await saying('rude.bin', ' what the fuck')
  assert.doesNotMatch(await spoken(rude), /what/, 'profanity of a minor is refused in files')
  assert.match(await spoken(rude, await createVideo(bob)), /what the f\*+/, 'and masked for adults')
})

test('replacing the file of a video creates new automatic captions', async () => {
  await startOver()
  await runJobs(id)
  await uploadAndTranscodeTestReplacement(
    ada,
    id,
    await makeTestPatternClip('mp4', { seconds: 6, width: 320, height: 180 }),
  )
  assert.deepEqual(await tracksOf(id), [])
  await runJobs(id)
  const [track] = await tracksOf(id)
  assert.doesNotMatch(await textOf(track!.url), /00:00:0[89]/)
})

test('no automatic captions are requested without a speech model, and captioning with a broken model ends after three attempts', async () => {
  config.captionsModel = undefined
  await startOver()
  assert.equal(await runJobs(id), 0)
  const broken = join(folder, 'broken.bin')
  await writeFile(broken, 'not a model')
  config.captionsModel = broken
  await startOver()
  for (const attempt of ['first', 'second'])
    await assert.rejects(
      transcribeNextChunk({ contentId: id }, { signal: never }, { nice }),
      /transcriber/,
      attempt,
    )
  await transcribeNextChunk({ contentId: id }, { signal: never }, { nice })
  assert.equal((await progressOf(id)).state, 'failed')
  config.captionsModel = model
})

test('a video without sound has no automatic captions', async () => {
  const clip = await readFile(await createTestClip(folder, { audio: 'none' }))
  const silent = await createTranscodedVideo(ada, clip)
  await runJobs(silent)
  assert.equal((await progressOf(silent)).state, 'done')
  assert.deepEqual(await tracksOf(silent), [])
})

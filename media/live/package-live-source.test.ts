import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import {
  createLiveSource,
  findDecodingErrors,
  findToneStart,
  inChunks,
  measureAudio,
  readFrameNumbers,
  removeFlvAudio,
} from '#tests/support/media/live-sources.ts'
import { type LiveEvent, type LivePart, livePartSeconds, type LiveRenditionName } from './live-events.ts'
import { timelineOffsetSeconds } from './live-ffmpeg-command.ts'
import { packageLiveSource } from './package-live-source.ts'
import { buildLiveMediaPlaylist, liveFileNames } from './playlists/live-media-playlist.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-live-'))
after(() => rm(folder, { recursive: true }))

const renditions: LiveRenditionName[] = ['source', 'low']

for (const container of ['matroska', 'flv'] as const) {
  test(`packages every frame of a ${container} source exactly once in both renditions`, async () => {
    const source = await createLiveSource(join(folder, container), {
      container,
      seconds: 9,
      jitter: container === 'matroska',
      reorderedFrames: container === 'flv',
    })
    const events = await Array.fromAsync(
      packageLiveSource({ container, source: inChunks(await readFile(source)) }),
    )
    const expected = (await readFrameNumbers(source)).map(({ number, time }) => ({
      number,
      time: (time + timelineOffsetSeconds).toFixed(3),
    }))
    assert.deepEqual(
      expected.map(({ number }) => number),
      Array.from({ length: 270 }, (_, n) => n),
    )
    const expectedTone = (await findToneStart(source)) + timelineOffsetSeconds
    for (const rendition of renditions) {
      const path = await writeRendition(rendition, events)
      const frames = await readFrameNumbers(path)
      assert.deepEqual(
        frames.map(({ number, time }) => ({ number, time: time.toFixed(3) })),
        expected,
      )
      const tone = await findToneStart(path)
      assert.ok(Math.abs(tone - expectedTone) < 0.03, `the tone starts at ${tone}`)
      assert.equal(await findDecodingErrors(path), '')
      checkParts(listParts(rendition, events))
    }
    const [one, other] = renditions.map((rendition) => listSegmentStarts(rendition, events))
    assert.deepEqual(one, other)
    const played = await readFrameNumbers(await writePlaylist('low', events))
    assert.deepEqual(
      played.map(({ number }) => number),
      expected.map(({ number }) => number),
    )
  })
}

test('describes the renditions, and keeps the low one within 640 × 360', async () => {
  const path = await createLiveSource(join(folder, 'portrait'), {
    container: 'matroska',
    seconds: 1,
    size: '720x1280',
    audio: false,
  })
  const events = packageLiveSource({ container: 'matroska', source: inChunks(await readFile(path)) })
  const inits = (await Array.fromAsync(events)).filter((event) => event.type === 'init')
  assert.deepEqual(
    inits.map(({ rendition, codecs, width, height }) => [rendition, codecs, width, height]),
    [
      ['source', 'avc1.42c01f,mp4a.40.2', 720, 1280],
      ['low', 'avc1.4d401e,mp4a.40.2', 360, 640],
    ],
  )
})

test('ends ffmpeg when the consumer stops or the signal is aborted', async () => {
  const bytes = await readFile(await createLiveSource(join(folder, 'ends'), { container: 'flv', seconds: 2 }))
  async function* endless() {
    yield bytes
    await new Promise(() => {})
  }
  for await (const { type } of packageLiveSource({ container: 'flv', source: endless() }))
    if (type === 'part') break
  const stop = new AbortController()
  const reason = new Error('stopped by a moderator')
  await assert.rejects(async () => {
    for await (const { type } of packageLiveSource({
      container: 'flv',
      source: endless(),
      signal: stop.signal,
    }))
      if (type === 'part') stop.abort(reason)
  }, reason)
})

test('fills an audio track that sends nothing with silence', async () => {
  const path = await createLiveSource(join(folder, 'mute'), { container: 'flv', seconds: 3 })
  const flv = removeFlvAudio(await readFile(path), 0, 10)
  const events = await Array.fromAsync(packageLiveSource({ container: 'flv', source: inChunks(flv, 2000) }))
  const file = await writeRendition('low', events)
  assert.equal((await readFrameNumbers(file)).length, 90)
  assert.equal(await findDecodingErrors(file), '')
  assert.ok(Math.abs((await measureAudio(file)) - 3) < 0.1)
})

test('audio that stops does not hold back the video, and is replaced with silence', async () => {
  const path = await createLiveSource(join(folder, 'stops'), { container: 'flv', seconds: 6 })
  const flv = removeFlvAudio(await readFile(path), 2, 10)
  async function* live() {
    yield* inChunks(flv)
    await new Promise(() => {})
  }
  const events: LiveEvent[] = []
  for await (const event of packageLiveSource({ container: 'flv', source: live() })) {
    events.push(event)
    const latest = renditions.map((name) => listParts(name, events).at(-1)?.startTime ?? 0)
    if (Math.min(...latest) > timelineOffsetSeconds + 3.4) break
  }
  const file = await writeRendition('source', events)
  assert.equal(await findDecodingErrors(file), '')
  const videoSeconds = (await readFrameNumbers(file)).length / 30
  const audioSeconds = await measureAudio(file)
  assert.ok(Math.abs(videoSeconds - audioSeconds) < 0.1, `${videoSeconds} s, but ${audioSeconds} s of audio`)
})

function listParts(rendition: LiveRenditionName, events: readonly LiveEvent[]): LivePart[] {
  return events.filter((event) => event.type === 'part').filter((part) => part.rendition === rendition)
}

async function writeRendition(rendition: LiveRenditionName, events: readonly LiveEvent[]) {
  const path = join(folder, `${rendition}.mp4`)
  const init = events.find((event) => event.type === 'init' && event.rendition === rendition)
  assert.ok(init?.type === 'init')
  await writeFile(
    path,
    Buffer.concat([init.bytes, ...listParts(rendition, events).map(({ bytes }) => bytes)]),
  )
  return path
}

/** Writes the playlist of the ended broadcast and the files that it lists. */
async function writePlaylist(rendition: LiveRenditionName, events: readonly LiveEvent[]) {
  const path = await mkdtemp(join(folder, 'hls-'))
  for (const event of events) {
    if (event.type === 'source_header' || event.rendition !== rendition) continue
    if (event.type === 'init') await writeFile(join(path, liveFileNames.init(0)), event.bytes)
    else await appendFile(join(path, liveFileNames.segment(event.sequence)), event.bytes)
  }
  const parts = listParts(rendition, events).map((part) => ({ ...part, initNumber: 0 }))
  const playlist = join(path, liveFileNames.playlist)
  const view = { parts, hasEnded: true, now: new Date(), holdSeconds: 0 }
  await writeFile(playlist, buildLiveMediaPlaylist(view))
  return playlist
}

function listSegmentStarts(rendition: LiveRenditionName, events: readonly LiveEvent[]) {
  return listParts(rendition, events)
    .filter(({ partIndex }) => partIndex === 0)
    .map(({ sequence, startTime }) => [sequence, startTime.toFixed(3)])
}

/** Checks that parts have the right lengths (RFC 8216bis §4.4.4.9), numbers and times. */
function checkParts(parts: readonly LivePart[]) {
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    const place = `part ${part.sequence}.${part.partIndex}`
    assert.ok(part.duration <= livePartSeconds + 1e-6, `${place} lasts ${part.duration} s`)
    assert.ok(
      part.duration >= 0.85 * livePartSeconds - 1e-6 || part.endsSegment,
      `${place} lasts ${part.duration} s`,
    )
    assert.equal(part.byteLength, part.bytes.length)
    if (part.partIndex === 0) assert.ok(part.independent, `${place} starts without a keyframe`)
    if (!before) continue
    assert.ok(Math.abs(before.startTime + before.duration - part.startTime) < 1e-6, place)
    assert.deepEqual(
      [part.sequence, part.partIndex],
      before.endsSegment ? [before.sequence + 1, 0] : [before.sequence, before.partIndex + 1],
    )
  }
  assert.equal(parts.at(-1)?.endsSegment, true)
}

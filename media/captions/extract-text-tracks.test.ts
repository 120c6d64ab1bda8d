import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createTextTrackClip, type ClipTextTrack } from '#tests/support/media/text-track-clips.ts'
import { probeVideo } from '../probe/probe-video.ts'
import { stripCueMarkup } from './cue.ts'
import { extractTextTracks } from './extract-text-tracks.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-text-'))
after(() => rm(folder, { recursive: true }))

/** Returns the result for a clip: the language and the cues with their times and text, or the problem. */
async function found(container: 'mkv' | 'mp4' | 'mov', tracks: ClipTextTrack[], options = {}) {
  const input = await createTextTrackClip(folder, container, tracks, options)
  const out = await mkdtemp(join(folder, 'out-'))
  await mkdir(out, { recursive: true })
  const extracted = await extractTextTracks({ input, source: await probeVideo(input), out })
  return extracted.map((track) => [
    track.language,
    'cues' in track
      ? track.cues.map(({ start, end, lines }) => [start, end, lines.map(stripCueMarkup).join('|')])
      : track.problem,
  ])
}

const srt = '1\n00:00:00,500 --> 00:00:01,000\n<b>Hello</b>\nthere\n\n2\n00:00:01,200 --> 00:00:01,800\nBye\n'
const cues = [
  [500, 1000, 'Hello|there'],
  [1200, 1800, 'Bye'],
]

for (const [container, codec] of [
  ['mkv', 'srt'],
  ['mkv', 'ass'],
  ['mkv', 'webvtt'],
  ['mp4', 'mov_text'],
  ['mov', 'mov_text'],
] as const)
  test(`reads ${codec} tracks of ${container} files with their languages`, async () => {
    const text = await found(container, [
      { text: srt, codec, language: 'ger' },
      { text: srt.replace('Bye', 'Adiós'), codec, language: 'spa' },
    ])
    assert.deepEqual(text[0], ['ger', cues])
    assert.deepEqual(text[1], ['spa', [cues[0], [1200, 1800, 'Adiós']]])
  })

test('captions stay in sync if the timestamps in the file do not start at zero', async () => {
  const [track] = await found('mkv', [{ text: srt, codec: 'srt', language: 'eng' }], { offset: 10 })
  assert.deepEqual(track, ['eng', cues])
})

test('skips forced text tracks, and marks text tracks as unusable if they contain drone telemetry or overlong cues', async () => {
  const times = (at: number) => `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n`
  const telemetry = [0, 1].map((at) => `${times(at)}GPS (48.8577, 2.2950, 12) ISO 100\n`).join('\n')
  const long = `${times(0)}${'a '.repeat(400)}\n`
  const text = await found('mkv', [
    { text: srt, codec: 'srt', language: 'fre', forced: true },
    { text: telemetry, codec: 'srt', language: 'eng' },
    { text: long, codec: 'srt', language: 'eng' },
    { text: srt, codec: 'srt', language: 'und' },
  ])
  assert.deepEqual(text, [
    ['eng', 'telemetry'],
    ['eng', 'cue_too_long in line 3'],
    [null, cues],
  ])
})

test('finds no text tracks in a video without any', async () => {
  assert.deepEqual(await found('mp4', []), [])
})

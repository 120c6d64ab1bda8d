import assert from 'node:assert/strict'
import test from 'node:test'
import { buildMasterPlaylist } from './master-playlist.ts'
import type { Rendition } from './rendition.ts'

const rendition = (name: string, bandwidth: number, more: Partial<Rendition> = {}): Rendition => ({
  name,
  width: 426,
  height: 240,
  codecs: 'avc1.640015,mp4a.40.2',
  frame_rate: 29.97,
  bandwidth,
  average_bandwidth: bandwidth - 100,
  duration: 8,
  picture_duration: 8,
  segments: 2,
  independent: true,
  files: [],
  ...more,
})

test('lists every rendition with its measured attributes, lowest bandwidth first', () => {
  const text = buildMasterPlaylist([
    rendition('360p', 800_000, { width: 640, height: 360 }),
    rendition('240p', 400_000),
  ])
  assert.equal(
    text,
    `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=400000,AVERAGE-BANDWIDTH=399900,CODECS="avc1.640015,mp4a.40.2",RESOLUTION=426x240,FRAME-RATE=29.970
240p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=800000,AVERAGE-BANDWIDTH=799900,CODECS="avc1.640015,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=29.970
360p/index.m3u8
`,
  )
})

test('the master playlist declares independent segments only if all renditions have them', () => {
  const text = buildMasterPlaylist([rendition('240p', 1), rendition('source', 2, { independent: false })])
  assert.doesNotMatch(text, /INDEPENDENT/)
})

test('lists the audio-only rendition last, without a resolution or frame rate', () => {
  const lines = buildMasterPlaylist([
    rendition('audio', 70_000, { width: 0, height: 0, frame_rate: 0, codecs: 'mp4a.40.2' }),
    rendition('240p', 400_000),
  ]).split('\n')
  assert.deepEqual(lines.slice(-3), [
    '#EXT-X-STREAM-INF:BANDWIDTH=70000,AVERAGE-BANDWIDTH=69900,CODECS="mp4a.40.2"',
    'audio/index.m3u8',
    '',
  ])
  assert.match(lines[3]!, /RESOLUTION=426x240/)
})

test('lists H.264 before AV1, because some players start with the first rendition without checking its codec', () => {
  const av1 = { codecs: 'av01.0.01M.08,mp4a.40.2' }
  const text = buildMasterPlaylist([
    rendition('240p-av1-1', 200_000, av1),
    rendition('240p', 400_000),
    rendition('audio', 70_000, { width: 0, height: 0, frame_rate: 0, codecs: 'mp4a.40.2' }),
    rendition('144p-av1-1', 90_000, av1),
  ])
  assert.deepEqual(text.match(/^[^#].*(?=\/index)/gm), ['240p', '144p-av1-1', '240p-av1-1', 'audio'])
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { buildLiveMasterPlaylist } from './live-master-playlist.ts'
import { buildLiveMediaPlaylist } from './live-media-playlist.ts'
import type { LivePlaylistPart, LivePlaylistView } from './live-playlist-view.ts'
import { listTestParts, testStart } from '#tests/support/media/live-playlist-parts.ts'

const at = (seconds: number) => new Date(testStart + 1000 * seconds)
const view = (seconds: number, more: Partial<LivePlaylistView> = {}): LivePlaylistView => ({
  parts: listTestParts(seconds),
  hasEnded: false,
  now: at(seconds),
  holdSeconds: 0,
  ...more,
})

test('lists complete segments, the parts of the current segment and the next part', () => {
  const parts = listTestParts(5)
  const otherRenditions = [{ uri: '../low/index.m3u8', parts: parts.slice(0, -1) }]
  assert.equal(
    buildLiveMediaPlaylist(view(5), { otherRenditions }),
    `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:6
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=36.0,HOLD-BACK=18.0,PART-HOLD-BACK=1.02
#EXT-X-PART-INF:PART-TARGET=0.34
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="init-0.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-27T20:00:00.000Z
${[0, 1, 2, 3, 4, 5, 6, 7].map((index) => partLine(0, index)).join('\n')}
#EXTINF:4.00000,
0.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-27T20:00:04.000Z
${partLine(1, 0)}
${partLine(1, 1)}
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="1.2.m4s"
#EXT-X-RENDITION-REPORT:URI="../low/index.m3u8",LAST-MSN=1,LAST-PART=0
`,
  )
})

test('hides parts until their hold has passed, in the same way as if they had been made later', () => {
  assert.equal(
    buildLiveMediaPlaylist(view(30, { holdSeconds: 10 })),
    buildLiveMediaPlaylist(view(20, { parts: listTestParts(20) })),
  )
  const hidden = buildLiveMediaPlaylist(view(5, { holdSeconds: 10 }))
  assert.doesNotMatch(hidden, /EXTINF|EXT-X-PART:|EXT-X-MAP|ENDLIST/)
  assert.match(hidden, /PRELOAD-HINT:TYPE=PART,URI="0\.0\.m4s"/)
})

test('keeps all segments, but lists only the parts of the last 18 seconds', () => {
  const lines = buildLiveMediaPlaylist(view(3600)).split('\n')
  assert.equal(lines.filter((line) => line.startsWith('#EXTINF')).length, 900)
  const parts = lines.filter((line) => line.startsWith('#EXT-X-PART:'))
  assert.match(parts[0]!, /URI="895\.0\.m4s"/)
})

test('a delta update replaces segments that are older than 36 seconds', () => {
  const full = buildLiveMediaPlaylist(view(100)).split('\n')
  const delta = buildLiveMediaPlaylist(view(100), { isDelta: true }).split('\n')
  assert.ok(delta.includes('#EXT-X-SKIP:SKIPPED-SEGMENTS=16'))
  assert.ok(!delta.some((line) => line.startsWith('#EXT-X-MAP')))
  const from = full.indexOf('15.m4s') + 1
  assert.deepEqual(delta.slice(delta.indexOf('#EXT-X-SKIP:SKIPPED-SEGMENTS=16') + 1), full.slice(from))
  assert.doesNotMatch(buildLiveMediaPlaylist(view(30), { isDelta: true }), /EXT-X-SKIP/)
})

test('the end of the broadcast becomes visible after the last held part', () => {
  const parts = listTestParts(10)
  const ended = { parts, hasEnded: true, holdSeconds: 10 }
  assert.doesNotMatch(buildLiveMediaPlaylist(view(19, ended)), /ENDLIST/)
  const text = buildLiveMediaPlaylist(view(20, ended))
  assert.match(text, /#EXTINF:2.00000,\n2.m4s\n#EXT-X-ENDLIST\n$/)
  assert.doesNotMatch(text, /PRELOAD-HINT/)
})

test('a new source starts with a discontinuity and its own init segment and clock', () => {
  const first = listTestParts(6)
  const second = listTestParts(4).map((part): LivePlaylistPart => ({
    ...part,
    sequence: part.sequence + 2,
    initNumber: 1,
    startTime: part.startTime + 50,
    madeAt: new Date(part.madeAt.getTime() + 20_000),
  }))
  const lines = buildLiveMediaPlaylist(view(24, { parts: [...first, ...second] })).split('\n')
  const from = lines.indexOf('1.m4s')
  assert.deepEqual(lines.slice(from - 1, from + 4), [
    '#EXTINF:2.00000,',
    '1.m4s',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="init-1.mp4"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-27T20:00:20.000Z',
  ])
})

test('does not promise independent segments if one of them starts without a keyframe', () => {
  const parts = listTestParts(5).map((part) => ({ ...part, independent: part.sequence === 0 }))
  assert.doesNotMatch(buildLiveMediaPlaylist(view(5, { parts })), /INDEPENDENT-SEGMENTS/)
})

test('the multivariant playlist lists both renditions with their measured bandwidth', () => {
  const video = { codecs: 'avc1.42e01f,mp4a.40.2', width: 1280, height: 720 }
  assert.equal(
    buildLiveMasterPlaylist([
      { rendition: 'source', ...video, view: view(10) },
      { rendition: 'low', ...video, width: 640, height: 360, view: view(10, { parts: [] }) },
    ]),
    `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=900000,CODECS="avc1.42e01f,mp4a.40.2",RESOLUTION=640x360
low/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1600000,AVERAGE-BANDWIDTH=1600000,CODECS="avc1.42e01f,mp4a.40.2",RESOLUTION=1280x720
source/index.m3u8
`,
  )
})

function partLine(sequence: number, index: number) {
  return `#EXT-X-PART:DURATION=0.50000,URI="${sequence}.${index}.m4s"${index === 0 ? ',INDEPENDENT=YES' : ''}`
}

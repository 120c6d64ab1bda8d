import assert from 'node:assert/strict'
import test from 'node:test'
import { chooseInitialRenditions } from './initial-renditions.ts'
import { findStartSegments, parseHlsVariants } from './hls-playlist.ts'

const masterPlaylistPath = '/media/p1/master.m3u8'

test('offers the lowest rendition, the best one that most connections can stream, and one in between', () => {
  const of = (...heights: [height: number, bandwidth: number][]) =>
    chooseInitialRenditions(parseHlsVariants(buildTestMasterPlaylist(heights), masterPlaylistPath)).map(
      ({ path }) => path.split('/').at(-2),
    )
  assert.deepEqual(of([144, 150_000], [240, 400_000], [480, 1_200_000], [720, 2_900_000]), [
    '144p',
    '240p',
    '480p',
  ])
  assert.deepEqual(of([144, 150_000], [360, 700_000], [480, 1_200_000]), ['144p', '480p'])
  assert.deepEqual(of([240, 400_000], [480, 1_700_000]), ['240p'])
  assert.deepEqual(of([720, 900_000], [360, 700_000]), ['360p'])
  assert.deepEqual(of([1080, 5_000_000]), ['1080p'])
  assert.deepEqual(of(), [])
})

test('never offers an audio-only rendition for the start of playback', () => {
  const audio = '#EXT-X-STREAM-INF:BANDWIDTH=70000,CODECS="mp4a.40.2"\n2/audio/index.m3u8\n'
  const variants = parseHlsVariants(buildTestMasterPlaylist([[240, 400_000]]) + audio, masterPlaylistPath)
  assert.deepEqual(
    variants.map(({ height }) => height),
    [240],
  )
})

test('distinguishes the codecs of renditions', () => {
  const av1 = buildTestMasterPlaylist([[240, 200_000]]).replace('avc1.4d401f', 'av01.0.01M.08')
  const variants = parseHlsVariants(buildTestMasterPlaylist([[240, 400_000]]) + av1, masterPlaylistPath)
  assert.deepEqual(
    variants.map(({ isAv1 }) => isAv1),
    [false, true],
  )
})

test('measures the height of a portrait video by its short side', () => {
  const upright = buildTestMasterPlaylist([[480, 1_100_000]]).replace('854x480', '480x854')
  assert.equal(parseHlsVariants(upright, masterPlaylistPath)[0]!.height, 480)
})

test('returns the URLs of the playlist, the init segment and the segment that contains the start time', () => {
  const of = (second: number) =>
    findStartSegments(playlist, '/media/p1/2/480p/index.m3u8', second).urls.map(getFileName)
  assert.deepEqual(of(0), ['index.m3u8', 'init.mp4', 'seg_00001.m4s'])
  assert.deepEqual(of(3.9), ['index.m3u8', 'init.mp4', 'seg_00001.m4s'])
  assert.deepEqual(of(4), ['index.m3u8', 'init.mp4', 'seg_00002.m4s'])
  assert.deepEqual(of(99), [])
  assert.deepEqual(findStartSegments('', masterPlaylistPath, 0), {
    urls: [],
    firstSegmentSeconds: 0,
    segments: [],
  })
})

test('returns the length of the first segment to play', () => {
  const of = (second: number) => findStartSegments(playlist, masterPlaylistPath, second).firstSegmentSeconds
  assert.deepEqual([of(0), of(4.5)], [4, 1])
})

test('lists the segments from the start time on with their ends, but never the last one', () => {
  const of = (second: number, count: number) => {
    const extinf = Array.from({ length: count }, (_, nth) => `#EXTINF:4.004000,\nseg_${nth}.m4s\n`).join('')
    return findStartSegments(`#EXT-X-MAP:URI="init.mp4"\n${extinf}`, '/media/p1/2/144p/index.m3u8', second)
      .segments
  }
  assert.deepEqual(of(0, 1), [])
  assert.deepEqual(of(0, 3), [
    { url: '/media/p1/2/144p/seg_0.m4s', end: 4.004 },
    { url: '/media/p1/2/144p/seg_1.m4s', end: 8.008 },
  ])
  assert.deepEqual(of(9, 3), [])
  assert.deepEqual(
    of(5, 100).map(({ url }) => url.at(-5)),
    ['1', '2', '3', '4', '5', '6', '7', '8'],
  )
})

test('returns the codecs of each rendition', () => {
  const [variant] = parseHlsVariants(buildTestMasterPlaylist([[240, 400_000]]), masterPlaylistPath)
  assert.equal(variant!.codecs, 'avc1.4d401f,mp4a.40.2')
})

const playlist = `#EXTM3U
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.000000,
seg_00001.m4s
#EXTINF:1.000000,
seg_00002.m4s
#EXT-X-ENDLIST
`

const getFileName = (path: string) => path.replace('/media/p1/2/480p/', '')

/** Builds a master playlist in the format that the media gateway uses. */
function buildTestMasterPlaylist(qualities: readonly [height: number, bandwidth: number][]): string {
  const lines = qualities.flatMap(([height, bandwidth]) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${bandwidth / 2},CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=${Math.ceil((height * 16) / 9)}x${height},FRAME-RATE=24.000`,
    `2/${height}p/index.m3u8`,
  ])
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}

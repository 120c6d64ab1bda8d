import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import {
  type HlsTestPage,
  makeRendition,
  selectQuality,
  startHlsTestPage,
} from '#tests/support/player/hls-test-page.ts'

/*
 * Adds renditions to a video during playback. `core/streaming/hls-level-updates.ts` relies on internals of
 * hls.js, so this test uses a real browser and a real video. The test video has three renditions. Initially,
 * the master playlist lists only one rendition.
 */
const heights = [240, 360, 480]
let stage: HlsTestPage
/** The heights of the renditions that the master playlist currently lists. */
let listedHeights: number[]

before(async () => {
  stage = await startHlsTestPage((name) => (name === 'master.m3u8' ? buildMasterPlaylist() : undefined))
  await Promise.all(heights.map((height) => makeRendition(stage.folder, height)))
})

after(() => stage?.close())

test('adds renditions above and below the current one without interrupting playback', async () => {
  listedHeights = [360]
  const page = await stage.play()
  assert.deepEqual(await page.evaluate(() => globalThis.qualities), [360])

  listedHeights = heights
  await page.evaluate(() => globalThis.stream!.reload())
  assert.deepEqual(await page.evaluate(() => globalThis.qualities), heights.toReversed())
  for (const height of [480, 240, 360]) await selectQuality(page, height)
  assert.deepEqual(await page.evaluate(() => globalThis.breaks), [])
})

function buildMasterPlaylist() {
  const variants = listedHeights.map((height) => {
    const attributes = `BANDWIDTH=${height * 2000},CODECS="avc1.42c01e,mp4a.40.2",RESOLUTION=${(height * 4) / 3}x${height}`
    return `#EXT-X-STREAM-INF:${attributes}\n${height}/index.m3u8\n`
  })
  return `#EXTM3U\n#EXT-X-VERSION:7\n${variants.join('')}`
}

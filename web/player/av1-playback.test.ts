import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import type { Page } from '@playwright/test'
import {
  type HlsTestPage,
  makeRendition,
  selectQuality,
  startHlsTestPage,
} from '#tests/support/player/hls-test-page.ts'

/*
 * Plays a video with an AV1 group in a real browser, because hls.js decides which codec it plays, and the browser
 * decodes it. The AV1 renditions have the same segments as the H.264 renditions, but fewer bits.
 */
const heights = [240, 360]
let stage: HlsTestPage
let isAv1Listed = true
let isAv1Broken = false
beforeEach(() => ([isAv1Listed, isAv1Broken] = [true, false]))

before(async () => {
  stage = await startHlsTestPage((name) => {
    if (name === 'master.m3u8') return buildMasterPlaylist()
    return isAv1Broken && /^av1.*m4s$/.test(name) ? Buffer.alloc(20_000, 'broken') : undefined
  })
  for (const height of heights) {
    await makeRendition(stage.folder, height)
    await makeRendition(stage.folder, height, { name: `av1-${height}`, codec: 'av1' })
  }
})
after(() => stage?.close())

function buildMasterPlaylist() {
  const variant = (codec: string, height: number, name: string) =>
    `#EXT-X-STREAM-INF:BANDWIDTH=${height * (codec === 'avc1.42c01e' ? 2000 : 1000)},CODECS="${codec},mp4a.40.2",RESOLUTION=${(height * 4) / 3}x${height}\n${name}/index.m3u8\n`
  const h264 = heights.map((height) => variant('avc1.42c01e', height, `${height}`))
  const av1 = heights.map((height) => variant('av01.0.01M.08', height, `av1-${height}`))
  return `#EXTM3U\n#EXT-X-VERSION:7\n${[...h264, ...(isAv1Listed ? av1 : [])].join('')}`
}

/** Lists the codecs of the segments that the page has loaded since the last call. */
async function takeLoadedCodecs(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    performance.clearResourceTimings()
    return loaded.filter((name) => name.endsWith('.m4s'))
  })
  return [...new Set(names.map((name) => (name.includes('/av1-') ? 'av1' : 'h264')))]
}

test('a small video plays in AV1, and the viewer can change its quality without an interruption', async () => {
  const page = await stage.play()
  assert.deepEqual(await page.evaluate(() => globalThis.qualities), [360, 240])
  for (const height of [240, 360, 240]) await selectQuality(page, height)
  assert.deepEqual(await takeLoadedCodecs(page), ['av1'])
  assert.deepEqual(await page.evaluate(() => globalThis.breaks), [])
})

test('people who are watching when the AV1 group is added continue in H.264 without an interruption', async () => {
  isAv1Listed = false
  const page = await stage.play()
  isAv1Listed = true
  await page.evaluate(() => globalThis.stream!.reload())
  for (const height of [240, 360]) await selectQuality(page, height)
  assert.deepEqual(await takeLoadedCodecs(page), ['h264'])
  assert.deepEqual(await page.evaluate(() => globalThis.breaks), [])
})

test('a video that cannot be decoded in AV1 plays in H.264', async () => {
  isAv1Broken = true
  const page = await stage.play()
  assert.deepEqual((await takeLoadedCodecs(page)).toSorted(), ['av1', 'h264'])
})

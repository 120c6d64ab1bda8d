import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { parseStoryboard, findTileAt } from '#web/player/core/storyboard.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { probeVideo } from '../probe/probe-video.ts'
import { buildStoryboardVtt, makeStoryboard, planStoryboard } from './storyboard.ts'

test('makes a storyboard tile at least every 10 s, but at most 150 tiles for a video of up to 25 minutes', () => {
  for (const duration of [0.2, 10, 149, 151, 1500, 1501, 3600, 2 * 3600, 4 * 3600]) {
    const { count, interval } = planStoryboard({ duration, width: 1920, height: 1080 })
    assert.ok(count >= 1 && (duration > 1500 || count <= 150), `${duration} s: ${count}`)
    assert.ok(interval <= 10, `${duration} s: one every ${interval} s`)
    assert.ok(count * interval >= duration * 0.99 - interval)
  }
})

test('writes consecutive storyboard cues for the whole video, and each cue points to one tile of a sheet', () => {
  const layout = planStoryboard({ duration: 30, width: 1920, height: 1080 })
  const text = buildStoryboardVtt(layout, 30.02)
  const boxes = [...text.matchAll(/(\S+) --> (\S+)\nstoryboard_(\d)\.webp#xywh=(\d+),(\d+),160,90/g)]
  assert.equal(boxes.length, 30)
  assert.deepEqual(boxes[0]!.slice(1), ['00:00:00.000', '00:00:01.000', '1', '0', '0'])
  assert.deepEqual(boxes[24]!.slice(3), ['1', '640', '360'])
  assert.deepEqual(boxes[29]!.slice(1), ['00:00:29.000', '00:00:30.020', '2', '640', '0'])
  assert.ok(text.startsWith('WEBVTT\n\n'))
})

test('makes one storyboard tile for a clip of a few frames', async (t) => {
  const out = await mkdtemp(join(tmpdir(), 'afterbell-board-'))
  t.after(() => rm(out, { recursive: true }))
  const input = await createTestClip(undefined, { seconds: 0.16 })
  const names = await makeStoryboard({ source: await probeVideo(input), input, out })
  assert.deepEqual(names, ['storyboard.vtt', 'storyboard_1.webp'])
  for (const name of names) assert.ok((await stat(join(out, name))).size > 0)
})

test('splits the storyboard of a long video into as many sheets as needed, with cues for every sheet', async (t) => {
  const out = await mkdtemp(join(tmpdir(), 'afterbell-board-'))
  t.after(() => rm(out, { recursive: true }))
  const options = { seconds: 1600, width: 32, height: 32, fps: 1, keyframes: 4, audio: 'none' } as const
  const input = await createTestClip(undefined, options)
  const [vtt, ...sheets] = await makeStoryboard({ source: await probeVideo(input), input, out })
  assert.equal(sheets.length, 7)
  for (const name of sheets) assert.ok((await stat(join(out, name))).size > 0)
  const tiles = parseStoryboard(await readFile(join(out, vtt!), 'utf8'), 'http://here/1/storyboard.vtt')
  assert.equal(tiles.length, 160)
  assert.deepEqual(
    [...new Set(tiles.map(({ url }) => url))],
    sheets.map((name) => `http://here/1/${name}`),
  )
  assert.match(findTileAt(tiles, 1555)!.url, /storyboard_7/)
})

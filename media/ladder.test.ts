import assert from 'node:assert/strict'
import test from 'node:test'
import { ladder } from './ladder.ts'

const at = (fps: number) => ladder({ width: 1920, height: 1080, fps }).at(-1)!
const names = (width: number, height: number) => ladder({ width, height, fps: 25 }).map((rung) => rung.name)

test('the ladder goes up to the short side of the source, whichever way it stands', () => {
  assert.deepEqual(names(1920, 1080), ['240p', '360p', '480p', '720p', '1080p'])
  assert.deepEqual(names(1080, 1920), ['240p', '360p', '480p', '720p', '1080p'])
  assert.deepEqual(names(3840, 2160).at(-1), '2160p')
  assert.deepEqual(names(960, 540), ['240p', '360p', '480p'])
  const [lowest] = ladder({ width: 1080, height: 1920, fps: 30 })
  assert.deepEqual([lowest!.width, lowest!.height], [240, 426])
})

test('a source below 240 gets one rung of its own size, in even numbers', () => {
  const [only, ...others] = ladder({ width: 171, height: 121, fps: 24 })
  assert.deepEqual(others, [])
  assert.deepEqual([only!.name, only!.width, only!.height], ['120p', 170, 120])
})

test('no rung is larger than the source and every side is even', () => {
  for (const [width, height] of [
    [853, 480],
    [427, 240],
    [1921, 1081],
    [4000, 250],
    [568, 320],
    [16, 16],
  ] as const) {
    for (const rung of ladder({ width, height, fps: 25 })) {
      assert.ok(rung.width <= width && rung.height <= height, JSON.stringify(rung))
      assert.ok(rung.width % 2 === 0 && rung.height % 2 === 0, JSON.stringify(rung))
    }
  }
})

test('60 frames a second are kept, more are halved, and fast pictures get more bits', () => {
  assert.equal(at(60).fps, 60)
  assert.equal(at(120).fps, 60)
  assert.equal(at(90).fps, 45)
  assert.ok(at(60).maxrate > at(30).maxrate)
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { chooseFirstRung, buildBitrateLadder } from './bitrate-ladder.ts'

const at = (fps: number) => buildBitrateLadder({ width: 1920, height: 1080, fps }).at(-1)!
const names = (width: number, height: number) =>
  buildBitrateLadder({ width, height, fps: 25 }).map((rung) => rung.name)

test('chooses the top rung by the shorter side of the source, in landscape and in portrait', () => {
  assert.deepEqual(names(1920, 1080), ['144p', '240p', '360p', '480p', '720p', '1080p'])
  assert.deepEqual(names(1080, 1920), ['144p', '240p', '360p', '480p', '720p', '1080p'])
  assert.deepEqual(names(3840, 2160).at(-1), '2160p')
  const [, second] = buildBitrateLadder({ width: 1080, height: 1920, fps: 30 })
  assert.deepEqual([second!.width, second!.height], [240, 426])
})

test('uses the source’s own size as the top rung unless that size is within 10% of a standard size', () => {
  const tops = Object.entries({
    '960x540': '540p',
    '540x960': '540p',
    '800x332': '332p',
    '568x320': '320p',
    '1080x608': '608p',
    '960x400': '400p',
    '1600x900': '900p',
    '853x479': '478p',
    '1920x1088': '1080p',
    '854x480': '480p',
    '640x272': '272p',
    '640x264': '240p',
    '4096x2304': '2160p',
    '3000x3000': '2160p',
    '256x144': '144p',
  })
  for (const [size, name] of tops) {
    const [width, height] = size.split('x').map(Number) as [number, number]
    const top = buildBitrateLadder({ width, height, fps: 25 }).at(-1)!
    assert.equal(top.name, name, size)
    const step = Math.min(width, height) / Math.min(top.width, top.height)
    if (height < 2160) assert.ok(step < 1.11, `${size}: ${top.width}x${top.height}`)
  }
})

test('keeps consecutive rungs at least 24% apart in height', () => {
  for (let height = 16; height <= 2304; height += 2) {
    const sides = buildBitrateLadder({ width: Math.round((height * 16) / 9), height, fps: 25 }).map(
      (rung) => rung.height,
    )
    for (const [i, side] of sides.entries())
      assert.ok(i === 0 || side >= 1.24 * sides[i - 1]!, `${height}: ${sides.join(' ')}`)
  }
})

test('interpolates the bitrate of nonstandard sizes from their pixel count', () => {
  const rates = buildBitrateLadder({ width: 3840, height: 2160, fps: 30 }).map(({ name, maxrate }) => [
    name,
    maxrate,
  ])
  assert.deepEqual(Object.fromEntries(rates.slice(1)), {
    '240p': 400_000,
    '360p': 800_000,
    '480p': 1_400_000,
    '720p': 2_800_000,
    '1080p': 5_000_000,
    '1440p': 9_000_000,
    '2160p': 16_000_000,
  })
  const most = (width: number, height: number) =>
    buildBitrateLadder({ width, height, fps: 30 }).at(-1)!.maxrate
  assert.ok(most(960, 540) > 1_400_000 && most(960, 540) < 2_800_000)
  assert.ok(most(800, 332) > 800_000 && most(800, 332) < 1_400_000)
  assert.equal(most(540, 960), most(960, 540))
})

test('the 144p rung uses at most 150 kbit/s, including audio', () => {
  const [lowest, next] = buildBitrateLadder({ width: 1920, height: 1080, fps: 60 })
  assert.deepEqual([lowest!.name, lowest!.audioBitrate], ['144p', 48_000])
  assert.ok(lowest!.maxrate + (lowest!.bufsize / 4 + lowest!.audioBitrate) <= 150_000)
  assert.equal(next!.audioBitrate, 96_000)
  assert.equal(chooseFirstRung(buildBitrateLadder({ width: 1920, height: 1080, fps: 60 })).name, '240p')
  assert.equal(chooseFirstRung(buildBitrateLadder({ width: 320, height: 180, fps: 25 })).name, '180p')
})

test('limits rungs of 432p and below to 30 fps', () => {
  for (const fps of [50, 59.94, 60, 90, 120]) {
    for (const rung of buildBitrateLadder({ width: 1920, height: 1080, fps })) {
      const isSmall = Math.min(rung.width, rung.height) <= 432
      assert.ok(isSmall ? rung.fps <= 30 : rung.fps > 31, `${fps}: ${rung.name} ${rung.fps}`)
      assert.equal(rung.frameStep, isSmall ? 2 : 1)
    }
  }
  assert.deepEqual(
    buildBitrateLadder({ width: 1920, height: 1080, fps: 30 }).map((rung) => rung.fps),
    [30, 30, 30, 30, 30, 30],
  )
})

test('encodes a source smaller than 144p as a single rung of the source’s size, rounded to even numbers', () => {
  const [only, ...others] = buildBitrateLadder({ width: 171, height: 121, fps: 24 })
  assert.deepEqual(others, [])
  assert.deepEqual([only!.name, only!.width, only!.height], ['120p', 170, 120])
})

test('never upscales, and makes the width and height of every rung even', () => {
  for (const [width, height] of [
    [853, 480],
    [427, 240],
    [1921, 1081],
    [4000, 250],
    [568, 320],
    [16, 16],
  ] as const) {
    for (const rung of buildBitrateLadder({ width, height, fps: 25 })) {
      assert.ok(rung.width <= width && rung.height <= height, JSON.stringify(rung))
      assert.ok(rung.width % 2 === 0 && rung.height % 2 === 0, JSON.stringify(rung))
    }
  }
})

test('keeps 60 fps, halves higher frame rates, and raises the bitrate for 60 fps', () => {
  assert.equal(at(60).fps, 60)
  assert.equal(at(120).fps, 60)
  assert.equal(at(90).fps, 45)
  assert.ok(at(60).maxrate > at(30).maxrate)
})

import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import test from 'node:test'
import sharp from 'sharp'
import { ApiError } from '#contract/errors/api-error.ts'
import { sanitizeImage } from './sanitize-image.ts'

const size = { width: 1280, height: 1280, fit: 'inside' } as const

test('decodes a large image without blocking the event loop', async () => {
  const picture = { width: 5760, height: 5760, channels: 3, background: 'teal' } as const
  const large = await sharp({ create: picture }).jpeg({ progressive: true }).toBuffer()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const startedAt = performance.now()
  const clean = await sanitizeImage(large, size)
  const took = performance.now() - startedAt
  delay.disable()
  assert.equal((await sharp(clean.whole).metadata()).width, 1280)
  // If images were decoded on the main thread, the thread would be blocked for nearly the whole duration of
  // the call, no matter how busy the machine is.
  const blocked = delay.max / 1e6
  assert.ok(blocked < took / 4, `blocked for ${blocked.toFixed(0)} of ${took.toFixed(0)} ms`)
})

test('decodes an image only once for all its versions, and makes no version larger than the original', async () => {
  const upright = await sharp({ create: { width: 600, height: 900, channels: 4, background: 'teal' } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const { whole, smaller } = await sanitizeImage(upright, { ...size, variantSides: [480, 1000] })
  const sides = await Promise.all(
    [whole, ...smaller].map(async (one) => (await sharp(one).metadata()).height),
  )
  assert.deepEqual(sides, [900, 480, 900])
  const [{ data: teal }] = [await sharp(smaller[0]).raw().toBuffer({ resolveWithObject: true })]
  assert.ok(Math.abs(teal[1]! - 128) < 4, `green is ${teal[1]}`)
})

test('rejects images beyond the queue limit and processes the others', async () => {
  const small = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => sanitizeImage(small, size)))
  const refused = all.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.equal(refused.length, 2, 'two in progress, eight waiting')
  for (const { reason } of refused) assert.equal((reason as ApiError).code, 'unavailable')
  assert.ok((await sanitizeImage(small, size)).whole.length > 0, 'the queue is free again')
})

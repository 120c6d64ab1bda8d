import assert from 'node:assert/strict'
import test from 'node:test'
import { formatFrameRate, collectPacketTiming } from './packet-timing.ts'

const measure = (lines: string[]) => {
  const packets = collectPacketTiming()
  for (const line of lines) packets.line(line)
  return packets.timing()
}
const at = (time: number, flags = '__') => `${time.toFixed(6)},${time.toFixed(6)},0.033367,${flags}`

test('detects a constant frame rate and formats NTSC frame rates as exact fractions', () => {
  const ntsc = measure(
    Array.from({ length: 90 }, (_, i) => at((i * 1001) / 30_000, i % 30 === 0 ? 'K_' : '__')),
  )
  assert.equal(formatFrameRate(ntsc.fps), '30000/1001')
  assert.equal(ntsc.variable, false)
  assert.equal(ntsc.keyframes, 3)
  assert.ok(Math.abs(ntsc.keyframeGap - 1.001) < 0.01)
  assert.equal(formatFrameRate(25), '25')
  assert.equal(formatFrameRate(29.8333), '29.833')
})

test('rounds a variable frame rate up to the next standard rate to avoid losing frames', () => {
  const uneven = [0, 0.04, 0.08, 0.3, 0.34, 0.38, 0.9, 0.94, 0.98, 1.5]
  const timing = measure(uneven.map((time) => at(time)))
  assert.deepEqual([timing.variable, timing.fps], [true, 25])
})

test('ignores packets that an edit list discards, and uses decoding times if presentation times are missing', () => {
  const timing = measure(['-0.4,-0.4,0.04,KD', '0.0,0.0,0.04,K_', 'N/A,0.04,0.04,__', '0.08,0.08,0.04,__'])
  assert.equal(timing.packets, 3)
  assert.ok(Math.abs(timing.end - 0.12) < 1e-9)
})

test('keeps the true frame rate of a recording with dropped frames', () => {
  // As in a real AVI file, two consecutive frames of every hundred are missing in the simulated recording, so
  // only 1% of the gaps between frames are longer than usual.
  const lines = Array.from({ length: 500 }, (_, i) => (i % 100 < 2 ? [] : [at((i * 1001) / 24_000)])).flat()
  const timing = measure(lines)
  assert.equal(timing.variable, false)
  assert.ok(timing.average < 23.6)
  assert.equal(formatFrameRate(timing.fps), '24000/1001')
})

test('recovers the exact frame rate from timestamps rounded to a millisecond (Matroska, FLV)', () => {
  const timing = measure(Array.from({ length: 500 }, (_, i) => at(Math.round((i * 1001) / 24) / 1000)))
  assert.equal(formatFrameRate(timing.fps), '24000/1001')
})

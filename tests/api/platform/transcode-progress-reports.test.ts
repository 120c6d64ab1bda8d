import assert from 'node:assert/strict'
import test from 'node:test'
import type { TranscodeAttempt } from '#server/transcoding/transcode-attempt.ts'
import { TranscodeProgress } from '#server/transcoding/transcode-progress.ts'

test('reports progress every second at first, and every five seconds in a long attempt', async (t) => {
  let now = 0
  t.mock.timers.enable({ apis: ['setInterval'] })
  t.mock.method(performance, 'now', () => now)
  const reports: { second: number; moved: boolean }[] = []
  const save = async (_: TranscodeAttempt, __: unknown, moved: boolean) =>
    void reports.push({ second: now / 1000, moved })
  const progress = new TranscodeProgress({} as TranscodeAttempt, () => {}, save)
  progress.plan(100, null)
  const step = progress.step(100)
  const run = async (seconds: number, hasProgress: boolean) => {
    for (const end = now + seconds * 1000; now < end;) {
      now += 1000
      if (hasProgress) step(now / 1_000_000)
      t.mock.timers.tick(1000)
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    }
  }
  const seconds = () => reports.splice(0).map(({ second }) => second)
  await run(10, true)
  assert.deepEqual(seconds(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  await run(60, true)
  seconds()
  await run(20, true)
  assert.equal(reports.length, 4)
  assert.ok(reports.every(({ moved }) => moved))
  seconds()
  // The heartbeat continues without progress.
  await run(20, false)
  assert.equal(reports.length, 4)
  assert.ok(reports.slice(1).every(({ moved }) => !moved))
  progress.end()
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { readMeasuredRuns, type MeasuredRuns } from './measured-runs.ts'
import { takeMedians } from './median-runs.ts'

function changeSearch(runs: MeasuredRuns, factor: number): MeasuredRuns {
  const changed = structuredClone(runs)
  changed.calibration.operations['search']!.low.web *= factor
  changed.checks[0]!.cpu.web *= 1 / factor
  return changed
}

test('one measurement out of three that differs much does not change the medians', () => {
  const runs = readMeasuredRuns()
  assert.deepEqual(takeMedians([runs, changeSearch(runs, 10), runs]), runs)
})

test('each number has its own median', () => {
  const runs = readMeasuredRuns()
  const medians = takeMedians([0.5, 2, 3].map((factor) => changeSearch(runs, factor)))
  const [search, expected] = [medians, runs].map((one) => one.calibration.operations['search']!.low)
  assert.equal(search!.web, expected!.web * 2)
  assert.equal(search!.database, expected!.database)
  assert.equal(medians.checks[0]!.cpu.web, runs.checks[0]!.cpu.web / 2)
  assert.equal(medians.checks.length, runs.checks.length)
})

test('a measurement without one of the operations is rejected', () => {
  const runs = readMeasuredRuns()
  const incomplete = structuredClone(runs)
  delete incomplete.calibration.operations['search']
  assert.throws(() => takeMedians([runs, incomplete]), /search is missing/)
})

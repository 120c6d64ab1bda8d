import assert from 'node:assert/strict'
import test from 'node:test'
import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'
import { EventQueue } from './event-queue.ts'
import { type MachineLoad, simulateMachine } from './simulate-machine.ts'

const load = (seed: number, changes: Partial<MachineLoad> = {}) =>
  simulateMachine({
    machine: { cores: 2, programs: { web: 1, database: 8 } },
    seconds: 200,
    random: createSeededRandom(seed),
    createRequest: () => [
      { program: 'web', milliseconds: 2 },
      { program: 'database', milliseconds: 3 },
      { program: 'web', milliseconds: 1 },
    ],
    arrivals: { perSecond: 200 },
    ...changes,
  })
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const isClose = (actual: number, expected: number, share: number) =>
  assert.ok(Math.abs(actual / expected - 1) < share, `${actual} is not within ${share} of ${expected}`)

test('the same seed gives the same run, and another seed another run', () => {
  assert.deepEqual(load(1), load(1))
  assert.notDeepEqual(load(1).times, load(2).times)
})

test('every request that arrives is completed or still in the machine', () => {
  for (const perSecond of [50, 200, 900]) {
    const { arrived, completed, unfinished, times } = load(3, { arrivals: { perSecond } })
    assert.equal(arrived, completed + unfinished)
    assert.equal(times.length, completed)
  }
})

test('programs work as long as their stages take, and no longer than their cores allow', () => {
  const { busy, completed } = load(4)
  isClose(busy['web']! / completed, 3, 0.03)
  isClose(busy['database']! / completed, 3, 0.03)
  const overloaded = load(4, { arrivals: { perSecond: 2000 } })
  assert.ok(overloaded.busy['web']! <= 200_000)
  assert.ok(overloaded.busy['web']! + overloaded.busy['database']! <= 400_000)
  assert.ok(overloaded.unfinished > 10_000)
})

test('the mean number of requests is the arrival rate times the mean response time (Little’s law)', () => {
  const { meanInSystem, arrived, times } = load(5)
  isClose(meanInSystem, (arrived / 200_000) * mean(times), 0.01)
})

test('response times match the formula for one server with random arrivals and service times', () => {
  const { times } = load(6, {
    machine: { cores: 1, programs: { web: 1 } },
    seconds: 2000,
    createRequest: () => [{ program: 'web', milliseconds: 5 }],
    arrivals: { perSecond: 120 },
  })
  // 60 % of the server is used, so a response takes 5 ms / (1 − 0.6).
  isClose(mean(times), 12.5, 0.05)
})

test('connections that wait for responses keep the machine busy without a growing queue', () => {
  const { unfinished, busy } = load(7, {
    createRequest: () => [
      { program: 'web', milliseconds: 3 },
      { program: 'database', milliseconds: 1 },
    ],
    arrivals: { connections: 16 },
  })
  assert.equal(unfinished, 16)
  isClose(busy['web']!, 200_000, 0.05)
})

test('events happen in the order of their times', () => {
  const random = createSeededRandom(8)
  const times = Array.from({ length: 1000 }, random)
  const queue = new EventQueue()
  for (const at of times) queue.add(at, () => {})
  const taken: number[] = []
  for (let event = queue.takeBefore(0.5); event; event = queue.takeBefore(0.5)) taken.push(event.at)
  assert.deepEqual(
    taken,
    times.filter((at) => at < 0.5).toSorted((a, b) => a - b),
  )
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { computeHitRate, computePopularity } from './cache-hit-rate.ts'
import { computeDemand } from './compute-demand.ts'
import { sumCost } from './compute-money.ts'
import { findPeopleAtLimit, planSite, readPlanInputs } from './plan-site.ts'
import { simulateDay, sumCounts, watchedMinutes } from './simulate-day.ts'

const inputs = readPlanInputs({ seed: 1, people: 20_000, costs: 'value' })
const { day, assume, cost } = inputs
const simulated = simulateDay(20_000, assume, 1)
const isClose = (actual: number, expected: number, share: number) =>
  assert.ok(Math.abs(actual / expected - 1) < share, `${actual} is not within ${share} of ${expected}`)

test('the same seed gives the same day, and another seed another day', () => {
  assert.deepEqual(simulateDay(500, assume, 3), simulateDay(500, assume, 3))
  assert.notDeepEqual(simulateDay(500, assume, 3), simulateDay(500, assume, 4))
})

test('a day contains the minutes, sessions and uploads that the assumptions say', () => {
  const counts = sumCounts(simulated.minutes)
  const { activePeople, people } = simulated
  isClose(activePeople, people * assume('active-share'), 0.03)
  isClose(watchedMinutes(counts), activePeople * assume('minutes-watched'), 0.03)
  isClose(counts.memberMinutes / watchedMinutes(counts), assume('member-share'), 0.03)
  isClose(counts.liveMinutes / watchedMinutes(counts), assume('live-share'), 0.1)
  isClose(counts.uploads, (people / 1000) * assume('uploads-per-thousand'), 0.3)
  isClose(watchedMinutes(day.peak) / watchedMinutes(counts), assume('peak-hour-share'), 0.15)
})

test('demand grows in proportion to people, except for what a CDN keeps', () => {
  const [small, large] = [10_000, 1_000_000].map((people) => computeDemand(day, people, assume, cost, 2))
  isClose(large!.viewers, small!.viewers * 100, 1e-9)
  isClose(large!.transcodingCores, small!.transcodingCores * 100, 1e-9)
  assert.ok(large!.originGigabits < small!.originGigabits * 100)
})

test('the site sends at most what viewers receive, and less if a CDN keeps segments longer', () => {
  for (const people of [10_000, 10_000_000]) {
    const demand = computeDemand(day, people, assume, cost, 2)
    assert.ok(demand.originGigabits <= demand.deliveredGigabits)
    assert.ok(demand.originGigabitsWithPurge <= demand.originGigabits)
  }
})

test('the bars of the design never cost more than the measured operations', () => {
  const barInputs = readPlanInputs({ seed: 1, people: 20_000, costs: 'bar' })
  const [now, then] = [inputs, barInputs].map((one) => planSite(1_000_000, one))
  for (const key of ['webCores', 'statements', 'notifications', 'databaseCores'] as const)
    assert.ok(then!.demand[key] <= now!.demand[key], key)
})

test('the operations together use the CPU time of the site', () => {
  const { demand } = planSite(1_000_000, inputs)
  const parts = Object.values(demand.coresByOperation)
  isClose(
    parts.reduce((sum, { web }) => sum + web, 0),
    demand.webCores,
    1e-9,
  )
  isClose(
    parts.reduce((sum, { database }) => sum + database, 0),
    demand.databaseCores,
    1e-9,
  )
})

test('the fleet has room: no part is used more than the assumed utilization', () => {
  const { demand, fleet } = planSite(1_000_000, inputs)
  assert.ok(demand.webCores / fleet.webProcesses <= assume('utilization'))
  assert.ok(demand.databaseCores / fleet.databaseCores <= assume('utilization'))
})

test('a limit is reached at the number of people that the report says', () => {
  const name = '1 Gbit/s to the internet'
  const people = findPeopleAtLimit(name, inputs)!
  const used = (count: number) => planSite(count, inputs).limits.find((limit) => limit.name === name)!.used
  assert.ok(used(people) >= 1 && used(people / 1.1) < 1)
})

test('the expected cost is between the costs at the lowest and the highest prices', () => {
  const { money } = planSite(100_000, inputs)
  assert.ok(sumCost(money.low) < sumCost(money.expected) && sumCost(money.expected) < sumCost(money.high))
})

test('the hit rate of a cache grows with requests and time, and falls with the number of objects', () => {
  const load = { perSecond: 250, videos: 1, exponent: 1, objectsPerVideo: 50, keepSeconds: 5 }
  // One video: each segment is requested five times per second, so one of 26 requests misses.
  isClose(computeHitRate(load), 25 / 26, 1e-9)
  const rate = (changes: Partial<typeof load>) => computeHitRate({ ...load, videos: 100_000, ...changes })
  assert.ok(rate({ perSecond: 2500 }) > rate({}))
  assert.ok(rate({ keepSeconds: 86_400 }) > rate({}))
  assert.ok(rate({ videos: 1_000_000 }) < rate({}))
  assert.ok(rate({ perSecond: 1e9 }) < 1)
})

test('the shares of all videos add up to one', () => {
  for (const videos of [1, 1000, 50_000_000]) {
    const groups = computePopularity(videos, 1)
    isClose(
      groups.reduce((sum, { count, share }) => sum + count * share, 0),
      1,
      1e-9,
    )
    assert.equal(
      groups.reduce((sum, { count }) => sum + count, 0),
      videos,
    )
  }
})

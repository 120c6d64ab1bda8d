import assert from 'node:assert/strict'
import test from 'node:test'
import {
  getModerationStateJustifiedByReports,
  hasManyDismissedReports,
  findLowWeightReportsCausingHold,
  type ReporterHistory,
  type WeightedReport,
  getReportWeight,
} from './report-weight.ts'

const settled: ReporterHistory = {
  accountHours: 48,
  isActive: true,
  decided: 0,
  dismissed: 0,
  recentUrgentReports: 0,
}
const makeReports = (
  count: number,
  priority: WeightedReport['priority'],
  weight = 1,
  signedOut = false,
  network: string | null = null,
): WeightedReport[] => Array.from({ length: count }, () => ({ priority, weight, signedOut, network }))

test('reports by established accounts have weight 1, and reports by new, inactive or signed-out reporters have weight 0.25', () => {
  assert.equal(getReportWeight(settled), 1)
  assert.equal(getReportWeight({ ...settled, accountHours: 24 }), 1)
  assert.equal(getReportWeight({ ...settled, accountHours: 23.9 }), 0.25)
  assert.equal(getReportWeight({ ...settled, isActive: false }), 0.25)
  assert.equal(getReportWeight(null), 0.25)
})

test('lowers a reporter’s weight if at least three, and more than half, of the reporter’s decided reports were dismissed', () => {
  const isDismissed = (dismissed: number, decided: number) => hasManyDismissedReports({ dismissed, decided })
  assert.deepEqual(
    [
      isDismissed(2, 2),
      isDismissed(3, 3),
      isDismissed(3, 5),
      isDismissed(3, 6),
      isDismissed(4, 7),
      isDismissed(50, 100),
      isDismissed(51, 100),
    ],
    [false, true, true, false, true, false, true],
  )
  assert.equal(getReportWeight({ ...settled, dismissed: 3, decided: 3 }), 0.25)
})

test('one P0 or three P1 reports of full weight hold an item, five P2 reports unlist it, and P3 reports do nothing', () => {
  for (const [priority, needed, to] of [
    [0, 1, 'held'],
    [1, 3, 'held'],
    [2, 5, 'limited'],
  ] as const) {
    assert.equal(getModerationStateJustifiedByReports(makeReports(needed, priority)), to)
    assert.equal(getModerationStateJustifiedByReports(makeReports(needed - 1, priority)), null)
  }
  assert.equal(getModerationStateJustifiedByReports(makeReports(1000, 3)), null)
})

test('four reports of weight 0.25 count as one, and severe reports also count toward the thresholds for milder ones', () => {
  assert.equal(getModerationStateJustifiedByReports(makeReports(3, 0, 0.25)), null)
  assert.equal(getModerationStateJustifiedByReports(makeReports(4, 0, 0.25)), 'held')
  assert.equal(getModerationStateJustifiedByReports([...makeReports(2, 1), ...makeReports(3, 0, 0.25)]), null)
  assert.equal(
    getModerationStateJustifiedByReports([
      ...makeReports(2, 1),
      ...makeReports(3, 0, 0.25),
      ...makeReports(1, 1, 0.25),
    ]),
    'held',
  )
  assert.equal(getModerationStateJustifiedByReports([...makeReports(2, 1), ...makeReports(3, 2)]), 'limited')
})

test('reports by signed-out visitors never hold content, not even together with reports by new accounts', () => {
  for (const priority of [0, 1, 2] as const) {
    assert.equal(getModerationStateJustifiedByReports(makeReports(500, priority, 0.25, true)), null)
    assert.equal(
      getModerationStateJustifiedByReports([
        ...makeReports(500, priority, 0.25, true),
        ...makeReports(3, priority, 0.25),
      ]),
      null,
    )
  }
  assert.equal(
    getModerationStateJustifiedByReports([
      ...makeReports(2, 1),
      ...makeReports(4, 1, 0.25, true),
      ...makeReports(2, 1, 0.25),
    ]),
    'held',
  )
})

test('counts low-weight reports from one network as one report, and reports by established accounts individually', () => {
  assert.equal(getModerationStateJustifiedByReports(makeReports(50, 0, 0.25, false, 'school')), null)
  assert.equal(
    getModerationStateJustifiedByReports(
      ['a', 'b', 'c', 'd'].flatMap((name) => makeReports(1, 0, 0.25, false, name)),
    ),
    'held',
  )
  assert.equal(getModerationStateJustifiedByReports(makeReports(3, 1, 1, false, 'school')), 'held')
})

test('if a member sends many severe reports in a day, their reports get the weight of reports from a new account', () => {
  assert.equal(getReportWeight({ ...settled, recentUrgentReports: 9 }), 1)
  assert.equal(getReportWeight({ ...settled, recentUrgentReports: 10 }), 0.25)
})

test('finds the members’ low-weight reports that caused a hold, unless a full-weight report contributed to the hold', () => {
  const newReporters = ['a', 'b', 'c', 'd'].flatMap((name) => makeReports(1, 0, 0.25, false, name))
  assert.equal(findLowWeightReportsCausingHold(makeReports(3, 0, 0.25)), null)
  assert.deepEqual(
    findLowWeightReportsCausingHold([...newReporters, ...makeReports(2, 0, 0.25, true)]),
    newReporters,
  )
  assert.equal(findLowWeightReportsCausingHold([...newReporters, ...makeReports(1, 0)]), null)
  assert.deepEqual(
    findLowWeightReportsCausingHold([...newReporters, ...makeReports(1, 3)]),
    newReporters,
    'a full-weight P3 report does not contribute to the hold',
  )
})

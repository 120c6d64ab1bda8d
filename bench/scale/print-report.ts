import { findPeopleAtLimit, type PlanInputs, planSite, type SitePlan } from './plan-site.ts'
import { sumCost } from './compute-money.ts'
import { isWithinTolerance, type Prediction } from './predict-run.ts'

export const peopleInReport = [10_000, 100_000, 1_000_000, 10_000_000]

/** Prints the predictions next to the measurements. Returns the number of predictions that are too far off. */
export function printPredictions(predictions: readonly Prediction[]): number {
  console.log('\nPredicted from single operations, and measured:')
  printTable([
    ['run', 'what', 'predicted', 'measured', 'difference'],
    ...predictions.map((one) => [
      one.run,
      one.what,
      `${formatNumber(one.predicted)} ${one.unit}`,
      `${formatNumber(one.measured)} ${one.unit}`,
      `${formatPercent(one.predicted / one.measured - 1)} ${isWithinTolerance(one) ? '✔' : '✖'}`,
    ]),
  ])
  return predictions.filter((one) => !isWithinTolerance(one)).length
}

/** Prints what sites of four sizes need, which of their limits are reached, and what they cost. */
export function printPlans(title: string, inputs: PlanInputs): void {
  const plans = peopleInReport.map((people) => planSite(people, inputs))
  const row = (name: string, pick: (plan: SitePlan) => string) => [name, ...plans.map(pick)]
  console.log(`\n${title}: what a site needs in its peak hour`)
  printTable([
    row('people', ({ people }) => people.toLocaleString('en')),
    ...Object.entries(plans[0]!.demand)
      .filter(([, value]) => typeof value === 'number')
      .map(([key]) => row(key, ({ demand }) => formatNumber(demand[key as 'viewers']))),
    ...Object.keys(plans[0]!.fleet).map((key) =>
      row(key, ({ fleet }) => formatNumber(fleet[key as keyof typeof fleet])),
    ),
  ])
  console.log(`\n${title}: which operations use the CPU time of web processes and of PostgreSQL`)
  const { demand } = plans[0]!
  printTable([
    ['operation', 'web', 'database'],
    ...Object.entries(demand.coresByOperation).map(([name, { web, database }]) => [
      name,
      formatPercent(web / demand.webCores),
      formatPercent(database / demand.databaseCores),
    ]),
  ])
  console.log(`\n${title}: how much of each limit is used, and how many people reach it`)
  printTable([
    [...row('people', ({ people }) => people.toLocaleString('en')), 'reached at'],
    ...plans[0]!.limits.map(({ name }, at) => [
      ...row(name, ({ limits }) => formatPercent(limits[at]!.used)),
      formatNumber(findPeopleAtLimit(name, inputs) ?? Infinity),
    ]),
  ])
  console.log(`\n${title}: US dollars per month`)
  printTable([
    row('people', ({ people }) => people.toLocaleString('en')),
    ...(['cores', 'bandwidth', 'storage', 'objects'] as const).map((key) =>
      row(key, ({ money }) => formatNumber(money.expected[key])),
    ),
    row('total', ({ money }) => formatNumber(sumCost(money.expected))),
    row('lowest and highest prices', ({ money }) =>
      [money.low, money.high].map((one) => formatNumber(sumCost(one))).join(' – '),
    ),
    row('per person', ({ money, people }) => formatNumber(sumCost(money.expected) / people)),
  ])
}

/** Formats a number with at most three significant digits. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'never'
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 })
}

function formatPercent(share: number): string {
  return `${formatNumber(share * 100)} %`
}

function printTable(rows: readonly string[][]): void {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((cells) => cells[at]!.length)))
  for (const cells of rows)
    console.log(
      cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
    )
}

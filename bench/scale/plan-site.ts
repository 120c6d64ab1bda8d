import { computeDemand, type Costs, type Demand } from './compute-demand.ts'
import { computeMonthlyCost, type MonthlyCost } from './compute-money.ts'
import { findLimits, type Fleet, type Limit, sizeFleet } from './find-limits.ts'
import { numbersOf, readTable } from './read-table.ts'
import { type Assumptions, type DaySummary, simulateDay, summarizeDay } from './simulate-day.ts'

/** What a site for a number of people needs. */
export interface SitePlan {
  people: number
  demand: Demand
  fleet: Fleet
  limits: Limit[]
  money: Record<'expected' | 'low' | 'high', MonthlyCost>
}

/** The numbers that all plans of a report are based on. */
export interface PlanInputs {
  day: DaySummary
  assume: Assumptions
  prices: Record<'expected' | 'low' | 'high', Assumptions>
  cost: Costs
}

/**
 * Reads the tables and simulates a day. With `costs: 'bar'`, an operation costs what it may cost at most (the bars of
 * the design) instead of what was measured.
 */
export function readPlanInputs({
  seed,
  people,
  costs,
}: {
  seed: number
  people: number
  costs: 'value' | 'bar'
}): PlanInputs {
  const assumptions = readTable('assumptions.csv')
  const assume = numbersOf(assumptions)
  return {
    assume,
    cost: numbersOf(readTable('costs.csv'), costs),
    prices: {
      expected: assume,
      low: numbersOf(assumptions, 'low'),
      high: numbersOf(assumptions, 'high'),
    },
    day: summarizeDay(simulateDay(people, assume, seed)),
  }
}

export function planSite(people: number, { day, assume, cost, prices }: PlanInputs): SitePlan {
  // The more processes there are, the fewer pages are in their caches, which takes more processes.
  const atFirst = computeDemand(day, people, assume, cost, 2)
  const demand = computeDemand(day, people, assume, cost, sizeFleet(atFirst, assume).webProcesses)
  const fleet = sizeFleet(demand, assume)
  const money = (price: Assumptions) => computeMonthlyCost(demand, fleet, assume, price)
  return {
    people,
    demand,
    fleet,
    limits: findLimits(demand, fleet, assume, cost),
    money: { expected: money(prices.expected), low: money(prices.low), high: money(prices.high) },
  }
}

/** Returns the number of people at which a limit is reached, in steps of a tenth, or undefined above a billion. */
export function findPeopleAtLimit(name: string, inputs: PlanInputs): number | undefined {
  for (let people = 1000; people <= 1e9; people *= 1.1) {
    const { limits } = planSite(people, inputs)
    if (limits.find((limit) => limit.name === name)!.used >= 1) return people
  }
  return undefined
}

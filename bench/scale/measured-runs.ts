import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** CPU times in milliseconds per operation, at one rate. */
export interface CostAtRate {
  web: number
  database: number
  loadGenerator: number
  /** How often the operation was requested. */
  perSecond: number
  /** The share of the time in which the web process ran or waited for a core. */
  webBusy: number
}

/**
 * What an operation costs. A busy process needs less CPU time for each request, because it goes to sleep and wakes up
 * less often.
 */
export interface OperationCost {
  /** At a low rate, and as fast as several connections get responses. */
  low: CostAtRate
  high: CostAtRate
  bytes: number
  statements?: number
  notifications?: number
}

/** What each operation costs if nothing else happens. */
export interface Calibration {
  /** CPU milliseconds per second without any requests. */
  idle: { web: number; database: number }
  operations: Record<string, OperationCost>
  /** CPU milliseconds per second and open page of a member or visitor, and per delivery of a comment. */
  pages: Record<string, { web: number; database: number }>
}

/** A run in which several operations were mixed. */
export interface CheckRun {
  name: string
  kind: 'rates' | 'closed-loop'
  pages: { members: number; visitors: number }
  sent: Record<string, number>
  deliveries: number
  bytes: number
  /** CPU milliseconds. */
  cpu: { seconds: number; web: number; database: number; loadGenerator: number; webBusy: number }
  times: { p50: number; p95: number }
}

export interface MeasuredRuns {
  measuredOn: string
  segmentSizes: Record<string, number>
  calibration: Calibration
  checks: CheckRun[]
}

const file = join(import.meta.dirname, 'measured-runs.json')

export function readMeasuredRuns(): MeasuredRuns {
  return JSON.parse(readFileSync(file, 'utf8')) as MeasuredRuns
}

/** Replaces the stored runs. Numbers are rounded to four significant digits. */
export function writeMeasuredRuns(runs: MeasuredRuns): void {
  const round = (_key: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value
  writeFileSync(file, `${JSON.stringify(runs, round, 2)}\n`)
}

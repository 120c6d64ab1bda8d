import type { ReportPriority } from '#contract/moderation/report-reasons.ts'
import { maxUrgentReportsPerDay } from '#contract/moderation/reports.ts'

/*
 * The protection against brigading. Malicious crowds are many new accounts, many browsers without an account,
 * or a few people whose reports are always dismissed: each of these counts a quarter, and together they count
 * once per network. Nothing here is final; a moderator decides.
 */

export const lowReportWeight = 0.25
/**
 * The maximum weight of all signed-out reports together. They count only beside a settled account: they can
 * tip the balance but never decide alone.
 */
export const maxSignedOutWeight = 0.5

export interface ReporterHistory {
  accountHours: number
  /** False for suspended, aged-out and leaving accounts, whose reports have less weight. */
  isActive: boolean
  /** Their decided reports, and how many of them were dismissed. */
  decided: number
  dismissed: number
  /** Their severe reports (P0, P1) of the last 24 hours. */
  graveLately: number
}

/** The weight of a report; `null` is a signed-out reporter. */
export function reportWeightOf(reporter: ReporterHistory | null): number {
  if (!reporter || reporter.accountHours < 24 || !reporter.isActive) return lowReportWeight
  if (reporter.graveLately >= maxUrgentReportsPerDay) return lowReportWeight
  return isOftenDismissed(reporter) ? lowReportWeight : 1
}

/** At least three dismissals, and more than half of the decided reports. */
export function isOftenDismissed({
  decided,
  dismissed,
}: Pick<ReporterHistory, 'decided' | 'dismissed'>): boolean {
  return dismissed >= 3 && dismissed > decided / 2
}

export interface WeightedReport {
  priority: ReportPriority
  weight: number
  signedOut: boolean
  /** The network of a low-weight report (an IPv4 address or an IPv6 /48), if known. */
  network: string | null
}

/**
 * The weight needed per priority: one settled reporter for P0, three for P1, five for P2. P3 never causes a
 * measure.
 */
const holdThresholds = [
  { priority: 0, weight: 1, to: 'held' },
  { priority: 1, weight: 3, to: 'held' },
  { priority: 2, weight: 5, to: 'limited' },
] as const

/**
 * The state that the open reports request before a review. More severe reports also count toward lesser
 * thresholds.
 */
export function stateRequestedByReports(reports: WeightedReport[]): 'held' | 'limited' | null {
  return findReachedThreshold(reports)?.to ?? null
}

/** The priority of the threshold that was reached; 0 is P0. */
export function askedPriority(reports: WeightedReport[]): ReportPriority | null {
  return findReachedThreshold(reports)?.priority ?? null
}

/** The reports of members behind the threshold if none of them has full weight; otherwise null. */
export function lowWeightReportsBehind<V extends WeightedReport>(reports: V[]): V[] | null {
  const rule = findReachedThreshold(reports)
  if (!rule) return null
  const behind = reports.filter((report) => report.priority <= rule.priority && !report.signedOut)
  return behind.some(({ weight }) => weight > lowReportWeight) ? null : behind
}

function findReachedThreshold(reports: WeightedReport[]) {
  return holdThresholds.find(({ priority, weight }) => {
    const counted = reports.filter((report) => report.priority <= priority)
    return totalWeight(counted) >= weight
  })
}

function totalWeight(reports: WeightedReport[]): number {
  const sum = (of: WeightedReport[]) => of.reduce((total, { weight }) => total + weight, 0)
  const counted = keepOnePerNetwork(reports)
  const members = counted.filter((report) => !report.signedOut)
  const isSettled = members.some(({ weight }) => weight > lowReportWeight)
  const signedOut = isSettled ? sum(counted.filter((report) => report.signedOut)) : 0
  return sum(members) + Math.min(signedOut, maxSignedOutWeight)
}

/** Keeps one low-weight report per network, preferring members to signed-out reporters. */
function keepOnePerNetwork(reports: WeightedReport[]): WeightedReport[] {
  const networks = new Set<string>()
  return reports
    .toSorted((one, other) => Number(one.signedOut) - Number(other.signedOut))
    .filter(({ weight, network }) => {
      if (weight > lowReportWeight || network === null) return true
      const isFirst = !networks.has(network)
      networks.add(network)
      return isFirst
    })
}

import type { ReportPriority } from '#contract/moderation/report-reasons.ts'
import { maxUrgentReportsPerDay } from '#contract/moderation/reports.ts'

/*
 * Protects against brigading. Attackers send reports from many new accounts, from many signed-out browsers,
 * or from a few people whose reports are mostly dismissed. A report from a new account, a signed-out browser
 * or a person whose reports are mostly dismissed has a quarter of the full weight. All low-weight reports
 * from one network count as one report. An automatic hold is never final: a moderator reviews every held
 * subject.
 */

export const lowReportWeight = 0.25
/**
 * The maximum total weight of all reports from signed-out visitors. Reports from signed-out visitors count
 * only if a member's report with full weight has also been received. For this reason, signed-out visitors
 * alone cannot cause an automatic hold.
 */
export const maxSignedOutReportWeight = 0.5

export interface ReporterHistory {
  accountHours: number
  /**
   * Whether the reporter's account is active. If the account is suspended, if its owner has turned 20, or if
   * it is scheduled for deletion, the report has less weight.
   */
  isActive: boolean
  /** How many of this reporter's reports were decided, and how many of those were dismissed. */
  decided: number
  dismissed: number
  /** The number of this reporter's severe reports (P0, P1) in the last 24 hours. */
  recentUrgentReports: number
}

/** Returns the weight of a report. `null` stands for a reporter who is not signed in. */
export function getReportWeight(reporter: ReporterHistory | null): number {
  if (!reporter || reporter.accountHours < 24 || !reporter.isActive) return lowReportWeight
  if (reporter.recentUrgentReports >= maxUrgentReportsPerDay) return lowReportWeight
  return hasManyDismissedReports(reporter) ? lowReportWeight : 1
}

/**
 * Returns whether at least three of a reporter's reports were dismissed, and more than half of those that
 * were decided.
 */
export function hasManyDismissedReports({
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
 * For each priority, the total weight of reports at which a subject is automatically held or limited: one
 * report with full weight for P0, three for P1, and five for P2. Reports of priority P3 never have an
 * automatic effect.
 */
const holdThresholds = [
  { priority: 0, weight: 1, to: 'held' },
  { priority: 1, weight: 3, to: 'held' },
  { priority: 2, weight: 5, to: 'limited' },
] as const

/**
 * Returns the moderation state that the open reports about a subject justify until a moderator reviews it.
 * Severe reports also count toward the thresholds of lower priorities.
 */
export function getModerationStateJustifiedByReports(reports: WeightedReport[]): 'held' | 'limited' | null {
  return findReachedThreshold(reports)?.to ?? null
}

/** Returns the priority of the report threshold that was reached. 0 is P0. */
export function getPriorityJustifiedByReports(reports: WeightedReport[]): ReportPriority | null {
  return findReachedThreshold(reports)?.priority ?? null
}

/**
 * Returns the members' reports that caused a hold. Returns null unless all of these reports have the low
 * weight.
 */
export function findLowWeightReportsCausingHold<V extends WeightedReport>(reports: V[]): V[] | null {
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
  return sum(members) + Math.min(signedOut, maxSignedOutReportWeight)
}

/**
 * Keeps one low-weight report per network. A member's report takes precedence over a signed-out visitor's
 * report.
 */
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

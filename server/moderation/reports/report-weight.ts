import type { ReportPriority } from '#contract/moderation/report-reasons.ts'
import { maxUrgentReportsPerDay } from '#contract/moderation/reports.ts'

/*
 * The brigading guard, as arithmetic. A crowd that means harm is many new accounts, many browsers without an account, or the
 * same few who are always wrong: each of those counts a quarter, and all of them in one network count as one. Nothing here decides
 * anything for good; a person does.
 */

export const lowReportWeight = 0.25
/** All signed-out reporters together. They count only beside a settled account: they can tip the scale, never more. */
export const maxSignedOutWeight = 0.5

export interface ReporterHistory {
  accountHours: number
  /** Suspended, leaving or grown out: can report, and is heard less. */
  isActive: boolean
  /** Their decided reports, and how many of those a person found to be nothing. */
  decided: number
  dismissed: number
  /** Their grave reports (P0, P1) of the last 24 hours. */
  graveLately: number
}

/** How much a report counts; null is somebody signed out. */
export function reportWeightOf(reporter: ReporterHistory | null): number {
  if (!reporter || reporter.accountHours < 24 || !reporter.isActive) return lowReportWeight
  if (reporter.graveLately >= maxUrgentReportsPerDay) return lowReportWeight
  return isOftenDismissed(reporter) ? lowReportWeight : 1
}

/** At least three times, and more often than not. */
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
  /** The network that a light voice came from (an IPv4 address or an IPv6 /48), if it is known. */
  network: string | null
}

/** What must come together: of danger one settled voice, of harm three, of the rest five. P3 moves nothing by itself. */
const holdThresholds = [
  { priority: 0, weight: 1, to: 'held' },
  { priority: 1, weight: 3, to: 'held' },
  { priority: 2, weight: 5, to: 'limited' },
] as const

/** What the open reports of one thing ask for before a person has looked. A worse reason also counts for the lesser ones. */
export function stateRequestedByReports(voices: WeightedReport[]): 'held' | 'limited' | null {
  return findReachedThreshold(voices)?.to ?? null
}

/** For how grave a reason: 0 is P0. */
export function askedPriority(voices: WeightedReport[]): ReportPriority | null {
  return findReachedThreshold(voices)?.priority ?? null
}

/** The members behind what is asked for, if none of them is settled; else null. */
export function lowWeightReportsBehind<V extends WeightedReport>(voices: V[]): V[] | null {
  const rule = findReachedThreshold(voices)
  if (!rule) return null
  const behind = voices.filter((voice) => voice.priority <= rule.priority && !voice.signedOut)
  return behind.some(({ weight }) => weight > lowReportWeight) ? null : behind
}

function findReachedThreshold(voices: WeightedReport[]) {
  return holdThresholds.find(({ priority, weight }) => {
    const counted = voices.filter((voice) => voice.priority <= priority)
    return totalWeight(counted) >= weight
  })
}

function totalWeight(voices: WeightedReport[]): number {
  const sum = (of: WeightedReport[]) => of.reduce((so, { weight }) => so + weight, 0)
  const heard = keepOnePerNetwork(voices)
  const members = heard.filter((voice) => !voice.signedOut)
  const isSettled = members.some(({ weight }) => weight > lowReportWeight)
  const signedOut = isSettled ? sum(heard.filter((voice) => voice.signedOut)) : 0
  return sum(members) + Math.min(signedOut, maxSignedOutWeight)
}

/** Of the light voices in one network only the first; a member before somebody signed out. */
function keepOnePerNetwork(voices: WeightedReport[]): WeightedReport[] {
  const networks = new Set<string>()
  return voices
    .toSorted((one, other) => Number(one.signedOut) - Number(other.signedOut))
    .filter(({ weight, network }) => {
      if (weight > lowReportWeight || network === null) return true
      const isFirst = !networks.has(network)
      networks.add(network)
      return isFirst
    })
}

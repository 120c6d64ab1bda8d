import type { ReportPriority } from '#contract/report-reasons.ts'

/*
 * The brigading guard, as arithmetic. A crowd that means harm is many new accounts, many browsers without an account, or the
 * same few who are always wrong: each of those counts a quarter. Nothing here decides anything for good; a person does.
 */

export const light = 0.25
/** All who are signed out together: they can tip the scale, never be the whole of it. */
export const signedOutMost = 0.75

export interface Reporter {
  accountHours: number
  /** Suspended, leaving or grown out: can report, and is heard less. */
  isActive: boolean
  /** Their decided reports, and how many of those a person found to be nothing. */
  decided: number
  dismissed: number
}

/** How much a report counts; null is somebody signed out. */
export function weightOf(reporter: Reporter | null): number {
  if (!reporter || reporter.accountHours < 24 || !reporter.isActive) return light
  return isOftenWrong(reporter) ? light : 1
}

/** At least three times, and more often than not. */
export function isOftenWrong({ decided, dismissed }: Pick<Reporter, 'decided' | 'dismissed'>): boolean {
  return dismissed >= 3 && dismissed > decided / 2
}

export interface Voice {
  priority: ReportPriority
  weight: number
  signedOut: boolean
}

/** What must come together: of danger one settled voice, of harm three, of the rest five. P3 moves nothing by itself. */
const needed = [
  { priority: 0, weight: 1, to: 'held' },
  { priority: 1, weight: 3, to: 'held' },
  { priority: 2, weight: 5, to: 'limited' },
] as const

/** What the open reports of one thing ask for before a person has looked. A worse reason also counts for the lesser ones. */
export function askedBy(voices: Voice[]): 'held' | 'limited' | null {
  const rule = needed.find(({ priority, weight }) => {
    const counted = voices.filter((voice) => voice.priority <= priority)
    return total(counted) >= weight
  })
  return rule?.to ?? null
}

function total(voices: Voice[]): number {
  const sum = (of: Voice[]) => of.reduce((so, { weight }) => so + weight, 0)
  const signedOut = sum(voices.filter((voice) => voice.signedOut))
  return sum(voices.filter((voice) => !voice.signedOut)) + Math.min(signedOut, signedOutMost)
}

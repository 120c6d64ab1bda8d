import { createCounter, createGauge } from '#server/platform/metrics/registry.ts'

/** What the database says about the purges of the whole site. */
export interface PurgeBacklog {
  /** The age in seconds of the oldest change whose responses may still be in the cache, or 0. */
  delaySeconds: number
  /** The time in seconds since the purger last accepted a purge, or null if it never has. */
  secondsSinceSuccess: number | null
}

/** A purge is repeated after five and a half seconds, so a change usually takes six to seven seconds. */
const maxDelaySeconds = 15
/** The purger is tested every five minutes. */
const maxSecondsSinceSuccess = 12 * 60
/** A process that cannot read the backlog does not know whether purges are late. */
const maxBacklogAgeMs = 10_000

let latest: { backlog: PurgeBacklog; readAt: number } | undefined

export function reportPurgeBacklog(backlog: PurgeBacklog): void {
  latest = { backlog, readAt: performance.now() }
}

export function forgetPurgeBacklog(): void {
  latest = undefined
}

/** Whether the shared cache can be trusted to delete responses in time. */
export function isPurgingReliable(): boolean {
  return (
    latest !== undefined &&
    performance.now() - latest.readAt < maxBacklogAgeMs &&
    isBacklogShort(latest.backlog)
  )
}

export function isBacklogShort({ delaySeconds, secondsSinceSuccess }: PurgeBacklog): boolean {
  return (
    delaySeconds <= maxDelaySeconds &&
    secondsSinceSuccess !== null &&
    secondsSinceSuccess <= maxSecondsSinceSuccess
  )
}

const purgeRequests = createCounter(
  'afterbell_media_cache_purges_total',
  'Requests of this process to the purger of the shared cache, by outcome: ok or failed',
  ['outcome'],
)

export function countPurgeRequest(outcome: 'ok' | 'failed'): void {
  purgeRequests.inc({ outcome })
}

createGauge(
  'afterbell_media_cache_purge_delay_seconds',
  'The age of the oldest change of access whose media the shared cache may still serve, for the whole site (the same from every process)',
  [],
  (gauge) => {
    gauge.reset()
    if (latest) gauge.set(latest.backlog.delaySeconds)
  },
)

createGauge(
  'afterbell_media_cache_purger_works',
  'Whether this process lets the shared cache keep media until it is purged; missing if no purger is configured',
  [],
  (gauge) => {
    gauge.reset()
    if (latest) gauge.set(isPurgingReliable() ? 1 : 0)
  },
)

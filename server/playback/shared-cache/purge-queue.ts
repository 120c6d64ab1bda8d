import { sql } from 'kysely'
import { mediaAccessCacheMs } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { mediaTags } from './media-tags.ts'
import type { PurgeBacklog } from './purger-health.ts'
import { maxTagsPerPurge } from './purge-request.ts'

/**
 * When a tag is purged again, in seconds after its first purge. Until earlier decisions about access have expired in
 * all processes, and for half a second more, responses that ignore the change can still be stored. The last purge
 * deletes responses that took unusually long to reach the cache.
 */
const repeatAfterSeconds = [mediaAccessCacheMs / 1000 + 0.5, 60]
/**
 * While a process sends a purge, no other process sends it. If the process dies, the purge is sent again this much
 * later.
 */
const leaseSeconds = 6
const testEverySeconds = 300
const retryTestAfterSeconds = 15
const maxRetrySeconds = 30

export interface DuePurge {
  id: string
  tag: string
  purged: number
  /** When the purge was claimed. The purge is repeated relative to this time. */
  claimed_at: string
}

interface ClaimedPurges {
  due: DuePurge[]
  /** Whether the purger must be tested, because it has not been used for a while. */
  isTestDue: boolean
  backlog: PurgeBacklog
}

/**
 * Claims the purges that are due, and reads the purge backlog of the site. One statement, because it runs twice a
 * second.
 */
export async function claimDuePurges(): Promise<ClaimedPurges> {
  const { rows } = await sql<
    { due: DuePurge[]; is_test_due: boolean } & BacklogRow
  >`with due as (select id from media_cache_purges where next_at <= clock_timestamp()
      order by next_at limit ${sql.lit(maxTagsPerPurge)} for update skip locked),
    claimed as (update media_cache_purges purge set next_at = clock_timestamp() + ${seconds(leaseSeconds)}
      from due where purge.id = due.id
      returning purge.id::text, purge.tag, purge.purged, clock_timestamp()::text as claimed_at),
    test as (update media_cache_purger set next_test_at = clock_timestamp() + ${seconds(leaseSeconds)}
      where next_test_at <= clock_timestamp() returning 1)
    select (select coalesce(json_agg(claimed), '[]') from claimed) as due, exists (select from test) as is_test_due,
      ${backlogColumns}`.execute(db)
  const { due, is_test_due, ...backlog } = rows[0]!
  return { due, isTestDue: is_test_due, backlog: toBacklog(backlog) }
}

export async function loadPurgeBacklog(): Promise<PurgeBacklog> {
  const { rows } = await sql<BacklogRow>`select ${backlogColumns}`.execute(db)
  return toBacklog(rows[0]!)
}

interface BacklogRow {
  delay: number
  since_success: number | null
}

const backlogColumns = sql`coalesce((select extract(epoch from clock_timestamp() - min(created_at)) from media_cache_purges
    where purged < ${sql.lit(repeatAfterSeconds.length)}), 0)::float8 as delay,
  (select extract(epoch from clock_timestamp() - succeeded_at) from media_cache_purger)::float8 as since_success`

function toBacklog({ delay, since_success }: BacklogRow): PurgeBacklog {
  return { delaySeconds: delay, secondsSinceSuccess: since_success }
}

/**
 * Deletes the purges of an erased account if the site has no shared cache, so that the ids of its videos do not remain.
 * With a shared cache, they are deleted once they have been sent.
 */
export async function deleteUnneededPurges(playbackIds: readonly string[], creatorId: string): Promise<void> {
  if (config.mediaCache) return
  const tags = playbackIds.flatMap((playbackId) => mediaTags({ playbackId, creatorId }))
  await db.deleteFrom('media_cache_purges').where('tag', 'in', tags).execute()
}

/** Records that the purger has accepted these purges: the last purge of a tag deletes its row, others are repeated. */
export async function recordPurged(purges: readonly DuePurge[]): Promise<void> {
  const ids = purges.map(({ id }) => id)
  const claims = purges.map(({ claimed_at }) => claimed_at)
  const delays = purges.map(({ purged }) => nextDelay(purged))
  await sql`with sent as (select * from unnest(${ids}::bigint[], ${claims}::timestamptz[], ${delays}::float8[])
      sent (id, claimed_at, delay)),
    repeated as (update media_cache_purges purge set purged = purged + 1, failures = 0,
      next_at = sent.claimed_at + make_interval(secs => sent.delay)
      from sent where purge.id = sent.id and sent.delay is not null),
    finished as (delete from media_cache_purges purge using sent where purge.id = sent.id and sent.delay is null)
    update media_cache_purger set succeeded_at = clock_timestamp(),
      next_test_at = clock_timestamp() + ${seconds(testEverySeconds)}`.execute(db)
}

/** Returns the time until the next purge of a tag, or null after the last one. */
function nextDelay(purged: number): number | null {
  const at = repeatAfterSeconds[purged]
  return at === undefined ? null : at - (repeatAfterSeconds[purged - 1] ?? 0)
}

/** Schedules the next attempts, at increasing intervals. */
export async function recordFailedPurge(purges: readonly DuePurge[]): Promise<void> {
  await sql`with failed as (update media_cache_purges set failures = least(failures + 1, 100),
      next_at = clock_timestamp() + make_interval(secs => least(power(2, least(failures, 10)), ${sql.lit(maxRetrySeconds)}))
      where id = any(${purges.map(({ id }) => id)}::bigint[]))
    update media_cache_purger set next_test_at = clock_timestamp() + ${seconds(retryTestAfterSeconds)}`.execute(
    db,
  )
}

function seconds(count: number) {
  return sql`make_interval(secs => ${sql.lit(count)})`
}

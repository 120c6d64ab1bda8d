import { sql } from 'kysely'
import { type RateLimitedActivity, activityRateLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { computeKeyedHash } from '../platform/keyed-hash.ts'
import { config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { createRateLimiter } from './in-process-rate-limiter.ts'

interface ActivityLimiter {
  most: number
  lasts: number
  secondsFor: (who: string) => number
}
type ActivityLimiters = ActivityLimiter[]

let cachedLimiters = { by: config, of: new Map<RateLimitedActivity, ActivityLimiters>() }

/**
 * Counts an action towards its rate limits. Above the limits, throws `too_fast` or `enough_today` with the
 * number of seconds to wait. People do not reach the limits in normal use. Call this function before any
 * other work, and outside transactions, because a retried transaction would count the action twice. Each
 * process counts separately, because the limit protects the process's CPU time.
 */
export function enforceRateLimit(activity: RateLimitedActivity, subject: string): void {
  if (config.pace === 0) return
  for (const { lasts, secondsFor } of limitersFor(activity)) throwRateLimitError(lasts, secondsFor(subject))
}

/**
 * Counts an action. Above the limit, returns false instead of throwing, so the caller can handle the exceeded
 * limit.
 */
export function tryConsumeRateLimit(activity: RateLimitedActivity, subject: string): boolean {
  return config.pace === 0 || limitersFor(activity).every(({ secondsFor }) => secondsFor(subject) === 0)
}

/**
 * Enforces an activity limit across all processes. Actions that other people see are counted across all
 * processes, so that a person cannot exceed a limit by sending requests to several processes. Call this
 * function inside the action's transaction, so that failed actions are not counted and concurrent actions by
 * one person run one after another.
 */
export async function enforceCrossProcessRateLimit(
  tx: Tx,
  activity: 'comments' | 'chat' | 'mentions' | 'follows' | 'staffLookups',
  subject: string,
): Promise<void> {
  if (config.pace === 0) return
  const ceilings = limitersFor(activity)
  const key = computeKeyedHash(`pace ${activity} ${subject}`)
  const longest = sql`make_interval(mins => ${Math.max(...ceilings.map(({ lasts }) => lasts))})`
  const { rows } = await sql`
    insert into rate_limits (key, attempts, expires_at)
    values (${key}, array[clock_timestamp()], clock_timestamp() + ${longest})
    on conflict (key) do update
      set attempts = array(select t from unnest(rate_limits.attempts) as t where t > clock_timestamp() - ${longest})
          || excluded.attempts, expires_at = excluded.expires_at
      where ${sql.join(ceilings.map(isBelowLimit), sql` and `)}
    returning key`.execute(tx)
  if (rows.length > 0) return
  for (const one of ceilings) throwRateLimitError(one.lasts, await secondsUntilAllowed(tx, key, one))
}

const isBelowLimit = ({
  most,
  lasts,
}: ActivityLimiter) => sql`(select count(*) from unnest(rate_limits.attempts) as t
  where t > clock_timestamp() - make_interval(mins => ${lasts})) < ${most}`

/** Returns the number of seconds until another action is allowed, or 0 if one is allowed now. */
async function secondsUntilAllowed(tx: Tx, key: string, { most, lasts }: ActivityLimiter): Promise<number> {
  const span = sql`make_interval(mins => ${lasts})`
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from t + ${span} - clock_timestamp())::float8 as left
    from rate_limits, unnest(attempts) as t
    where key = ${key} and t > clock_timestamp() - ${span} order by t desc offset ${most - 1} limit 1`.execute(
    tx,
  )
  return rows[0] ? Math.max(1, Math.ceil(rows[0].left)) : 0
}

function throwRateLimitError(lasts: number, seconds: number): void {
  if (seconds > 0) throw new ApiError(lasts > 60 ? 'enough_today' : 'too_fast', {}, seconds)
}

/** Enforces a limit on an action that is open to anonymous visitors, who are counted by IP address. */
export function enforceVisitorRateLimit(
  activity: 'searches' | 'suggestions',
  viewer: Viewer,
  address: string,
): void {
  if (viewer.kind === 'member') enforceRateLimit(activity, viewer.id)
  else enforceRateLimit(`${activity}PerAddress`, getClientNetworkAddress(address))
}

function limitersFor(what: RateLimitedActivity): ActivityLimiters {
  if (cachedLimiters.by !== config) cachedLimiters = { by: config, of: new Map() }
  const known = cachedLimiters.of.get(what)
  if (known) return known
  const fresh = activityRateLimits[what].map(({ most: usual, minutes }) => {
    const most = Math.max(1, Math.round(usual * config.pace))
    return { most, lasts: minutes, secondsFor: createRateLimiter({ most, minutes }) }
  })
  cachedLimiters.of.set(what, fresh)
  return fresh
}

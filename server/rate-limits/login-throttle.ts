import { sql } from 'kysely'
import { authAndContactRateLimits, type AuthAndContactRateLimitName } from '#contract/limits.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import { limitConcurrency } from '#server/platform/concurrency-limit.ts'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'

/**
 * Identifies a counter of failed attempts: the name of the limit, and the person, address or code that the
 * limit protects.
 */
export type AttemptCounterKey = [limit: AuthAndContactRateLimitName, what: string]

interface ConsumedAttempt {
  who: string
  at: string
}

/**
 * Returns the attempt counter of a client's IP address. All addresses of an IPv6 /64 network share one
 * counter.
 */
export function getIpAttemptCounter(address: string): AttemptCounterKey {
  return ['address', getClientNetworkAddress(address)]
}

/**
 * Limits how many password attempts run concurrently. Attempts are counted before their outcome is known. If
 * a school class signed in simultaneously and no attempt were queued, the class would reach the limit of its
 * network. The queue also slows down guessing from one network. A password check occupies one of the four
 * threads in Node's thread pool, so a higher limit would gain nothing.
 */
const runWithLimitedConcurrency = limitConcurrency({ maxConcurrent: 8 })

/**
 * Runs an attempt (such as a sign-in) that could be a guess at a password or code. The attempt is counted
 * before it runs, so that fifty concurrent attempts count as much as fifty consecutive ones. The attempt
 * stays counted only if it fails with one of the errors in `wrong`. Above the limit, throws
 * `too_many_guesses` with the number of seconds to wait.
 */
export function withLoginThrottle<T>(
  attempts: AttemptCounterKey[],
  wrong: ApiErrorCode[],
  verify: () => Promise<T>,
): Promise<T> {
  return runWithLimitedConcurrency(attempts.at(-1)!.join(' '), async () => {
    const consumed = await consumeAttempts(...attempts)
    try {
      const result = await verify()
      await refundAttempts(consumed)
      return result
    } catch (thrown) {
      if (!(thrown instanceof ApiError && wrong.includes(thrown.code))) await refundAttempts(consumed)
      throw thrown
    }
  })
}

/**
 * Adds an attempt to each of the given counters. If any of these counters has reached its limit, throws and
 * leaves all of them unchanged.
 */
export async function consumeAttempts(...attempts: AttemptCounterKey[]): Promise<ConsumedAttempt[]> {
  const consumed: ConsumedAttempt[] = []
  for (const one of attempts)
    try {
      consumed.push(await consumeAttempt(one))
    } catch (thrown) {
      await refundAttempts(consumed)
      throw thrown
    }
  return consumed
}

/**
 * Counts an attempt in a single statement, so that the row lock serialises concurrent attempts. The same
 * statement also deletes expired attempts.
 */
async function consumeAttempt([limit, what]: AttemptCounterKey): Promise<ConsumedAttempt> {
  const { most, minutes } = authAndContactRateLimits[limit]
  const who = attemptKey(limit, what)
  const span = sql`make_interval(mins => ${minutes})`
  const lately = sql`select t from unnest(rate_limits.attempts) as t where t > clock_timestamp() - ${span}`
  const { rows } = await sql<{ at: string }>`
    insert into rate_limits (key, attempts, expires_at)
    values (${who}, array[clock_timestamp()], clock_timestamp() + ${span})
    on conflict (key) do update
      set attempts = array(${lately}) || excluded.attempts, expires_at = excluded.expires_at
      where (select count(*) from (${lately}) as counted) < ${most}
    returning attempts[cardinality(attempts)]::text as at`.execute(db)
  if (!rows[0]) throw new ApiError('too_many_guesses', {}, await secondsUntilNextAttempt(who, minutes))
  return { who, at: rows[0].at }
}

/** Returns the seconds until the oldest counted attempt expires. */
async function secondsUntilNextAttempt(who: string, minutes: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from min(t) + make_interval(mins => ${minutes}) - clock_timestamp())::float8 as left
    from rate_limits, unnest(attempts) as t
    where key = ${who} and t > clock_timestamp() - make_interval(mins => ${minutes})`.execute(db)
  return Math.max(1, Math.ceil(rows[0]?.left ?? 1))
}

/** Subtracts these attempts from their counters, because they were not wrong guesses. */
async function refundAttempts(consumed: ConsumedAttempt[]): Promise<void> {
  for (const { who, at } of consumed)
    await sql`update rate_limits set attempts = array_remove(attempts, ${at}::timestamptz) where key = ${who}`.execute(
      db,
    )
}

function attemptKey(limit: AuthAndContactRateLimitName, what: string): string {
  return computeKeyedHash(`guess ${limit} ${what}`)
}

export async function deleteExpiredFailedAttempts(): Promise<void> {
  await sql`delete from rate_limits where expires_at < now()`.execute(db)
}

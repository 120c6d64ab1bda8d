import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { attemptLimits, type AttemptLimitName } from '#contract/limits.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import { networkKeyOf } from '#server/platform/http/client-address.ts'
import { limitConcurrency } from '#server/platform/concurrency-limit.ts'
import { getSigningSecret } from '#server/platform/site-secret.ts'

/** What a try counts for: a row of `guessing`, and whom or what it was about. */
export type ThrottledAttempt = [limit: AttemptLimitName, what: string]

/** One try that was counted. */
interface CountedAttempt {
  who: string
  at: string
}

/** An address as it is counted: one line of the network is one place. */
export function attemptFromAddress(address: string): ThrottledAttempt {
  return ['address', networkKeyOf(address)]
}

/**
 * What is counted before it is known to be right would refuse a school class that signs in at the same moment; and a crowd of
 * guesses from one place takes its turn, too. A password's check keeps one of Node's four threads busy: more would gain nothing.
 */
const runWithLimitedConcurrency = limitConcurrency({ atOnce: 8 })

/**
 * Runs what may be a guess. It is counted before it is tried, so that fifty at once are no more than one after another; counted it
 * stays when refused with one of `wrong`. Whoever had too many hears when to come back.
 */
export function withLoginThrottle<T>(
  tried: ThrottledAttempt[],
  wrong: ApiErrorCode[],
  verb: () => Promise<T>,
): Promise<T> {
  return runWithLimitedConcurrency(tried.at(-1)!.join(' '), async () => {
    const counted = await countAttempts(...tried)
    try {
      const result = await verb()
      await uncountAttempts(counted)
      return result
    } catch (thrown) {
      if (!(thrown instanceof ApiError && wrong.includes(thrown.code))) await uncountAttempts(counted)
      throw thrown
    }
  })
}

/** Counts one more of each; refuses, and counts none, when one of them has its fill. */
export async function countAttempts(...tried: ThrottledAttempt[]): Promise<CountedAttempt[]> {
  const counted: CountedAttempt[] = []
  for (const one of tried)
    try {
      counted.push(await countAttempt(one))
    } catch (thrown) {
      await uncountAttempts(counted)
      throw thrown
    }
  return counted
}

/** One statement, so that the row's lock lets one by one through; what is too old to count goes with it. */
async function countAttempt([limit, what]: ThrottledAttempt): Promise<CountedAttempt> {
  const { most, minutes } = attemptLimits[limit]
  const who = attemptKey(limit, what)
  const span = sql`make_interval(mins => ${minutes})`
  const lately = sql`select t from unnest(guesses.tried_at) as t where t > clock_timestamp() - ${span}`
  const { rows } = await sql<{ at: string }>`
    insert into guesses (who, tried_at, ends_at)
    values (${who}, array[clock_timestamp()], clock_timestamp() + ${span})
    on conflict (who) do update
      set tried_at = array(${lately}) || excluded.tried_at, ends_at = excluded.ends_at
      where (select count(*) from (${lately}) as counted) < ${most}
    returning tried_at[cardinality(tried_at)]::text as at`.execute(db)
  if (!rows[0]) throw new ApiError('too_many_guesses', {}, await secondsUntilNextAttempt(who, minutes))
  return { who, at: rows[0].at }
}

/** Until the oldest that counts has stopped counting. */
async function secondsUntilNextAttempt(who: string, minutes: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from min(t) + make_interval(mins => ${minutes}) - clock_timestamp())::float8 as left
    from guesses, unnest(tried_at) as t
    where who = ${who} and t > clock_timestamp() - make_interval(mins => ${minutes})`.execute(db)
  return Math.max(1, Math.ceil(rows[0]?.left ?? 1))
}

/** It was no guess. */
async function uncountAttempts(counted: CountedAttempt[]): Promise<void> {
  for (const { who, at } of counted)
    await sql`update guesses set tried_at = array_remove(tried_at, ${at}::timestamptz) where who = ${who}`.execute(
      db,
    )
}

function attemptKey(limit: AttemptLimitName, what: string): string {
  return keyedHash(`guess ${limit} ${what}`)
}

/** Neither an address nor an e-mail is kept, nor who it was: with the site's own key nobody else can try them against the table. */
export function keyedHash(what: string): string {
  return createHmac('sha256', getSigningSecret()).update(what).digest('base64url')
}

/** Counts one email that somebody who is not signed in asks for, against their address. Refuses above the limit. */
export async function countEmailRequest(address: string): Promise<void> {
  await countAttempts(['asking', networkKeyOf(address)], ['askingOfDay', networkKeyOf(address)])
}

/** Whether one more email may go to an address that anybody can have email sent to. Every kind counts. */
export async function consumeEmailAllowance(email: string): Promise<boolean> {
  const to = inboxOf(email)
  return countAttempts(['letters', to], ['lettersOfDay', to]).then(
    () => true,
    (thrown) => {
      if (thrown instanceof ApiError) return false
      throw thrown
    },
  )
}

/** The inbox that an address leads to, for counting only: a tag (`ada+news@…`) and, at Gmail, dots lead to the same one. */
function inboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = local.split('+')[0] || local
  return `${/^g(oogle)?mail\.com$/.test(domain) ? name.replaceAll('.', '') : name}@${domain}`
}

export async function sweepFailedAttempts(): Promise<void> {
  await sql`delete from guesses where ends_at < now()`.execute(db)
}

import { sql } from 'kysely'
import type { RateLimit } from '#contract/rate-limit.ts'
import { computeKeyedHash } from '../platform/keyed-hash.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'

/**
 * Counts an event for `key` in the database, so that all processes share the count. If a limit is reached,
 * returns false and counts nothing. If the function is called outside a transaction, the event stays counted
 * even if the action fails afterwards.
 */
export async function consumeRateLimit(
  key: string,
  limits: readonly RateLimit[],
  on: Db | Tx = db,
): Promise<boolean> {
  const longest = sql`make_interval(mins => ${Math.max(...limits.map(({ minutes }) => minutes))})`
  const { rows } = await sql`
    insert into rate_limits (key, attempts, expires_at)
    values (${computeKeyedHash(`limit ${key}`)}, array[clock_timestamp()], clock_timestamp() + ${longest})
    on conflict (key) do update
      set attempts = array(select t from unnest(rate_limits.attempts) as t where t > clock_timestamp() - ${longest})
          || excluded.attempts, expires_at = excluded.expires_at
      where ${sql.join(limits.map(isBelowRateLimit), sql` and `)}
    returning key`.execute(on)
  return rows.length > 0
}

/** Subtracts one event from the count. Call this function if the counted action did not happen. */
export async function refundRateLimit(key: string, on: Db | Tx = db): Promise<void> {
  await sql`update rate_limits set attempts = attempts[1:cardinality(attempts) - 1]
    where key = ${computeKeyedHash(`limit ${key}`)}`.execute(on)
}

function isBelowRateLimit({ most, minutes }: RateLimit) {
  return sql`(select count(*) from unnest(rate_limits.attempts) as t
    where t > clock_timestamp() - make_interval(mins => ${minutes})) < ${most}`
}

import { sql } from 'kysely'
import type { RateLimit } from '#contract/notices.ts'
import { keyed } from '../accounts/guesses.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'

/**
 * Counts one more against `key`, in the database, so that all processes share the count. False, and nothing counted, if one of the
 * limits is reached. Outside a transaction the count stays even if what follows fails.
 */
export async function takeSlot(
  key: string,
  limits: readonly RateLimit[],
  on: Db | Tx = db,
): Promise<boolean> {
  const longest = sql`make_interval(mins => ${Math.max(...limits.map(({ minutes }) => minutes))})`
  const { rows } = await sql`
    insert into guesses (who, tried_at, ends_at)
    values (${keyed(`limit ${key}`)}, array[clock_timestamp()], clock_timestamp() + ${longest})
    on conflict (who) do update
      set tried_at = array(select t from unnest(guesses.tried_at) as t where t > clock_timestamp() - ${longest})
          || excluded.tried_at, ends_at = excluded.ends_at
      where ${sql.join(limits.map(hasRoom), sql` and `)}
    returning who`.execute(on)
  return rows.length > 0
}

/** Uncounts one: it was not used. */
export async function giveSlotBack(key: string, on: Db | Tx = db): Promise<void> {
  await sql`update guesses set tried_at = tried_at[1:cardinality(tried_at) - 1]
    where who = ${keyed(`limit ${key}`)}`.execute(on)
}

function hasRoom({ most, minutes }: RateLimit) {
  return sql`(select count(*) from unnest(guesses.tried_at) as t
    where t > clock_timestamp() - make_interval(mins => ${minutes})) < ${most}`
}

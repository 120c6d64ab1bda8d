import { type RawBuilder, sql } from 'kysely'
import { floodSize } from '#contract/mod-floods.ts'
import { keyed } from '../accounts/guesses.ts'
import { networkHash, type Networks } from './networks.ts'

/*
 * One network, or one account, that opens many cases is shown to staff as one group, so that the cases of other people stay in sight.
 * A case belongs to whoever opened it (`cases.flood_key`) for as long as nobody else has reported the same thing.
 */

export function floodOfNetwork({ network, allocation }: Networks): string {
  return `network:${networkHash(allocation ?? network)}`
}

export function floodOfMember(userId: string): string {
  return `account:${keyed(`flood ${userId}`)}`
}

/** The notices that come in while the whole site receives too many of them, by day. */
export function floodOfWave(): string {
  return `wave:${new Date().toISOString().slice(0, 10)}`
}

/** Many open cases have this key. */
export function isFlood(key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select count(*) from cases as others
    where others.flood_key = ${key} and others.closed_at is null) >= ${sql.lit(floodSize)}, false)`
}

/** Is the case shown in a group? Speaks of `cases`. */
export const isGrouped: RawBuilder<boolean> = sql<boolean>`coalesce(cases.flood_key in (select flood_key from cases as others
  where others.closed_at is null and others.flood_key is not null
  group by flood_key having count(*) >= ${sql.lit(floodSize)}), false)`

/**
 * The key of a case that is open already and that a report or notice with another key joins (`excluded`): somebody else has seen the
 * same thing, so the case leaves its group. A flood that joins neither takes a case into its group nor out of another.
 */
export const keyAfterJoining: RawBuilder<string | null> = sql<string | null>`case
  when cases.flood_key = excluded.flood_key or ${isFlood(sql`excluded.flood_key`)} then cases.flood_key end`

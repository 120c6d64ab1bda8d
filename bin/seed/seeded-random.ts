import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/*
 * Chance that is none: the same number and the same word always draw the same, so that a site of a size can be made again. For the
 * length of a connection these are functions of the database, because a million draws must not travel.
 */

/** Makes the functions; they go with the connection. */
export async function createRandomFunctions(tx: Tx): Promise<void> {
  for (const statement of functions) await statement.execute(tx)
}

const functions = [
  // Even, from 0 up to 1.
  sql`create or replace function pg_temp.chance(nth bigint, what text) returns float8 immutable strict parallel safe language sql
    return ((hashtextextended(what, nth) >> 11) & 9007199254740991) / 9007199254740992.0::float8`,
  // One of a list, the first ones more often: the more, the greater the slope.
  sql`create or replace function pg_temp.one_of(list text[], nth bigint, what text, slope float8 default 1.2) returns text
    immutable strict parallel safe language sql
    return list[1 + floor(cardinality(list) * power(pg_temp.chance(nth, what), slope))::int]`,
  // A place among many from 0, popular ones first (Zipf’s law; the twenty at the top share, or one would have all of it).
  sql`create or replace function pg_temp.place(many bigint, nth bigint, what text) returns bigint immutable strict parallel safe
    language sql return least(many - 1, floor(20 * power((many + 20) / 20.0::float8, pg_temp.chance(nth, what)) - 20)::bigint)`,
  // Ids that sort by number, as those of real rows do by time (UUIDv7, of seconds in the year 2020).
  sql`create or replace function pg_temp.id(nth bigint, what text) returns uuid immutable strict parallel safe language sql return
    (lpad(to_hex(1577836800000 + nth * 1000), 12, '0') || '7' || substr(md5(what || nth), 1, 3) || '8' || substr(md5(what || nth), 4, 15))::uuid`,
]

/** Even, from 0 up to 1. */
export function randomFraction(nth: RawBuilder<unknown>, what: string): RawBuilder<number> {
  return sql<number>`pg_temp.chance(${nth}, ${sql.lit(what)})`
}

export function randomChoice(
  list: readonly string[],
  nth: RawBuilder<unknown>,
  what: string,
): RawBuilder<string> {
  return sql<string>`pg_temp.one_of(${[...list]}::text[], ${nth}, ${sql.lit(what)})`
}

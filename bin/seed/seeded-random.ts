import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/*
 * Pseudorandom functions: the same number and text always give the same value, which makes a site of a given
 * size reproducible. The functions exist in the database for the duration of a connection. Generating the
 * random values in the database avoids sending a million values over the network.
 */

/** Creates the random functions in the connection's temporary schema. */
export async function createSqlRandomFunctions(tx: Tx): Promise<void> {
  for (const statement of functions) await statement.execute(tx)
}

const functions = [
  // The `chance` function returns a uniformly distributed number from 0 (inclusive) to 1 (exclusive).
  sql`create or replace function pg_temp.chance(nth bigint, what text) returns float8 immutable strict parallel safe language sql
    return ((hashtextextended(what, nth) >> 11) & 9007199254740991) / 9007199254740992.0::float8`,
  // The `one_of` function returns an element of a list. Earlier elements are more likely, and a higher slope
  // increases this preference.
  sql`create or replace function pg_temp.one_of(list text[], nth bigint, what text, slope float8 default 1.2) returns text
    immutable strict parallel safe language sql
    return list[1 + floor(cardinality(list) * power(pg_temp.chance(nth, what), slope))::int]`,
  // The `place` function returns a rank, starting at 0. Low ranks are more likely (Zipf's law), but the first
  // twenty ranks are about equally likely, because rank 0 would otherwise be chosen too often.
  sql`create or replace function pg_temp.place(many bigint, nth bigint, what text) returns bigint immutable strict parallel safe
    language sql return least(many - 1, floor(20 * power((many + 20) / 20.0::float8, pg_temp.chance(nth, what)) - 20)::bigint)`,
  // The `id` function returns a UUIDv7 for a number. The timestamp is the start of 2020 plus that number of
  // seconds. These ids sort in the order of the numbers, just as real ids sort by time.
  sql`create or replace function pg_temp.id(nth bigint, what text) returns uuid immutable strict parallel safe language sql return
    (lpad(to_hex(1577836800000 + nth * 1000), 12, '0') || '7' || substr(md5(what || nth), 1, 3) || '8' || substr(md5(what || nth), 4, 15))::uuid`,
]

/** Returns a uniformly distributed number from 0 (inclusive) to 1 (exclusive). */
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

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { titleAdjectives, firstNames, titleNouns, placeNames, inventedNameSyllables } from './vocabulary.ts'

/** The placeholders in a text template such as `The {adj} {noun}`. */
const slots: Record<string, RawBuilder<string>> = {
  noun: skewedChoice(titleNouns, 'noun'),
  adj: skewedChoice(titleAdjectives, 'adjective'),
  place: skewedChoice(placeNames, 'place'),
  name: skewedChoice(firstNames, 'name'),
  friend: skewedChoice(firstNames, 'friend'),
  rare: sql<string>`${evenChoice(inventedNameSyllables[0], 'a')} || ${evenChoice(inventedNameSyllables[1], 'b')} || ${evenChoice(inventedNameSyllables[2], 'c')}`,
  n: sql<string>`(2 + floor(98 * power(pg_temp.chance(nth, what || 'n'), 2)))::int::text`,
}

/**
 * Creates the SQL function `pg_temp.told(text, nth, what)`, which replaces the placeholders in a text
 * template. Requires `createSqlRandomFunctions`.
 */
export async function createSqlTemplateFunction(tx: Tx): Promise<void> {
  // Picks words only for the placeholders that the template contains, because the function is called five
  // million times.
  const steps = Object.entries(slots).map(([name, word]) => {
    const slot = sql.lit(`{${name}}`)
    return sql`if position(${slot} in text) > 0 then text := replace(text, ${slot}, ${word}); end if;`
  })
  await sql`create or replace function pg_temp.told(text text, nth bigint, what text) returns text
    immutable strict parallel safe language plpgsql as $$ begin ${sql.join(steps, sql` `)} return text; end $$`.execute(
    tx,
  )
}

function skewedChoice(list: readonly string[], salt: string): RawBuilder<string> {
  return sql<string>`pg_temp.one_of(${buildSqlTextArray(list)}, nth, what || ${sql.lit(salt)}, 1.8)`
}

function evenChoice(list: readonly string[], salt: string): RawBuilder<string> {
  return sql<string>`(${buildSqlTextArray(list)})[1 + floor(${sql.lit(list.length)} * pg_temp.chance(nth, what || ${sql.lit(salt)}))::int]`
}

/** Returns the words as an SQL array literal, because a function definition cannot take query parameters. */
export function buildSqlTextArray(list: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`array[${sql.join(list.map((word) => sql.lit(word)))}]::text[]`
}

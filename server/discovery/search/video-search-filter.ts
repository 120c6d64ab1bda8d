import { type RawBuilder, sql } from 'kysely'
import type { getSearchResults } from '#contract/discovery/search.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { searchLimits } from '#contract/limits.ts'
import { findContentGenres } from '#server/content/content-genres.ts'
import type { Tx } from '#server/platform/db/db.ts'

type Filters = Pick<ParsedInputOf<typeof getSearchResults>['query'], 'type' | 'genre' | 'length' | 'date'>

/** Returns the condition on `content` for the chosen filters. */
export async function buildVideoSearchFilter(
  tx: Tx,
  { type, genre, length, date }: Filters,
): Promise<RawBuilder<boolean>> {
  const genres = genre ? (await findContentGenres(genre, tx)).map((contentGenre) => contentGenre.genre) : []
  const conditions = [
    type && sql`content.content_type = ${type}`,
    genre && sql`content.genre = any(${genres})`,
    length && durationConditions[length],
    date && sql`content.created_at > now() - ${sql.lit(`1 ${date === 'today' ? 'day' : date}`)}::interval`,
  ].filter((condition) => condition !== undefined && condition !== '')
  return conditions.length ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
}

const [short, long] = [searchLimits.length.short * 60, searchLimits.length.long * 60]
const durationConditions = {
  short: sql`content.duration_seconds < ${sql.lit(short)}`,
  medium: sql`content.duration_seconds between ${sql.lit(short)} and ${sql.lit(long)}`,
  long: sql`content.duration_seconds > ${sql.lit(long)}`,
}

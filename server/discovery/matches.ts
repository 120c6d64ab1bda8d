import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#contract/refusals.ts'
import type { getSearch } from '#contract/search.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { search } from '#contract/limits.ts'
import { genreHas } from '../content/list.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { amongListed } from '../safety/items.ts'
import { near, slips, wordsOf } from './words.ts'

export type Wanted = ParsedOf<typeof getSearch>['query']

export interface Close {
  id: string
  search_words: string
}

/**
 * A search plans anew each time (a rare and a common word want different plans), may take 3 s, and counts words of a third
 * of the same trigrams as candidates for a typo.
 */
export async function searching<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(async (tx) => {
      await sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', ${String(search.timeout)}, true),
        set_config('pg_trgm.word_similarity_threshold', '0.3', true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code === '57014') throw new Refusal('unavailable')
    throw error
  }
}

/** What is spelled nearly so helps where little really matches; when looking for it takes too long, we do without. */
export async function misspelt(viewer: Viewer, wanted: Wanted, exact: string[]): Promise<Close[]> {
  const words = wordsOf(wanted.q)
  if (exact.length >= search.closeBelow || !words.some((word) => word.length >= 4)) return []
  return searching((tx) => nearly(tx, viewer, wanted, words, exact)).catch((error: unknown) => {
    if (error instanceof Refusal) return []
    throw error
  })
}

/** At most 1000 matches, the newest: ranking every one of a common word took 218 ms at a million rows. */
export async function exactly(tx: Tx, viewer: Viewer, { q, sort, ...filters }: Wanted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select content.id, content.created_at, content.likes_count, content.search, search_plain(content.title) as title
      from ${amongListed(viewer)}
      where ${matching(viewer, q)} and ${narrowed(filters)}
      order by content.created_at desc, content.id desc limit ${search.candidates}
    ) candidates
    order by ${order(q, sort)} created_at desc, id desc`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Signs alone (an emoji, `%`) have no words: they are looked for in the newest titles as they stand. */
function matching(viewer: Viewer, q: string): RawBuilder<boolean> {
  if (wordsOf(q).length > 0) return sql<boolean>`content.search @@ search_query(${q}, false)`
  return sql<boolean>`position(${q.toLowerCase()} in lower(content.title)) > 0 and content.created_at >= coalesce((
    select content.created_at from ${amongListed(viewer)} order by content.created_at desc offset 20000 limit 1), '-infinity')`
}

/** Best: the words in the title weigh most, then genre and creator, then the description; a title that is or begins with what was asked wins. */
function order(q: string, sort: Wanted['sort']) {
  if (sort === 'newest') return sql``
  if (sort === 'likes') return sql`likes_count desc,`
  return sql`coalesce(ts_rank('{0.05, 0.1, 0.4, 1.0}', search, search_query(${q}, false)), 0)
    + case when title = search_plain(${q}) then 2 when starts_with(title, search_plain(${q})) then 0.5
      when position(' ' || search_plain(${q}) in title) > 0 then 0.3 else 0 end
    + 0.05 * ln(1 + likes_count) desc,`
}

/** Candidates by trigrams; each word asked for must then be a word of theirs, or nearly one. */
async function nearly(tx: Tx, viewer: Viewer, { q, ...filters }: Wanted, words: string[], exact: string[]) {
  const { rows } = await sql<{ id: string; search_words: string }>`
    select id, search_words from (
      select content.id, content.search_words, content.created_at
      from ${amongListed(viewer)}
      where search_plain(${q}) <% content.search_words and ${narrowed(filters)}
      order by content.created_at desc limit ${search.alike}
    ) alike
    order by word_similarity(search_plain(${q}), search_words) desc, created_at desc, id desc
    limit ${search.close}`.execute(tx)
  const known = new Set(exact)
  return rows
    .filter(({ id, search_words }) => !known.has(id) && words.every((word) => hasNear(search_words, word)))
    .map((row) => ({ ...row, slips: slipsIn(row.search_words, words) }))
    .toSorted((a, b) => a.slips - b.slips)
}

function hasNear(searchWords: string, asked: string): boolean {
  return searchWords.split(' ').some((word) => near(asked, word, true))
}

function slipsIn(searchWords: string, words: string[]): number {
  const theirs = searchWords.split(' ')
  return words.reduce((sum, asked) => sum + Math.min(...theirs.map((word) => slips(asked, word, true))), 0)
}

type Filters = Pick<Wanted, 'type' | 'genre' | 'length' | 'date'>

function narrowed({ type, genre, length, date }: Filters): RawBuilder<boolean> {
  const conditions = [
    type && sql`content.content_type = ${type}`,
    genre && genreHas(genre),
    length && lasting[length],
    date && sql`content.created_at > now() - ${sql.lit(`1 ${date === 'today' ? 'day' : date}`)}::interval`,
  ].filter((condition) => condition !== undefined && condition !== '')
  return conditions.length ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
}

const [short, long] = [search.length.short * 60, search.length.long * 60]
const lasting = {
  short: sql`content.duration_seconds < ${sql.lit(short)}`,
  medium: sql`content.duration_seconds between ${sql.lit(short)} and ${sql.lit(long)}`,
  long: sql`content.duration_seconds > ${sql.lit(long)}`,
}

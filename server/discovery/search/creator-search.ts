import { type RawBuilder, sql } from 'kysely'
import { searchLimits as figures } from '#contract/limits.ts'
import type { CreatorSearchHit } from '#contract/discovery/search.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { listedItemsSql } from '#server/access-policy/content-queries.ts'
import { peopleByNameSql } from '#server/access-policy/profile-queries.ts'
import { getVisibleDisplayName } from '#server/access-policy/contact-detail-visibility.ts'
import { findHighlights } from './search-highlights.ts'
import type { SearchQuery } from './video-search.ts'
import { isSimilarSpelling, joinAdjacentWords, normalizeSearchText, splitQueryWords } from './spelling.ts'

interface Row {
  user_id: string
  username: string
  display_name: string
  avatar_url: string | null
  search_words: string
  likeness: number
  videos: number
}

/**
 * Finds people whose username or display name matches the query. Returns a few people to show above the
 * videos, or a full page if the search is for creators only.
 */
export async function searchCreators(tx: Tx, viewer: Viewer, { q, type, page }: SearchQuery) {
  const only = type === 'creator'
  const isNarrowed = type !== undefined && !only
  const rows = isNarrowed || (!only && page > 1) ? [] : await findCreatorsByName(tx, viewer, q)
  const words = splitQueryWords(q)
  const most = only ? figures.page : figures.creators
  const start = only ? (page - 1) * figures.page : 0
  return {
    total: rows.length,
    items: rows.slice(start, start + most).map((row) => present(viewer, row, words)),
  }
}

/**
 * Returns at most 200 creators, with the best match first. Exact matches come first, followed by names that
 * start with the query, names with a word that starts with the query, and similar spellings. Among equal
 * matches, creators with more videos come first.
 */
export async function findCreatorsByName(tx: Tx, viewer: Viewer, q: string, most = 200): Promise<Row[]> {
  const name = normalizeSearchText(q)
  if (!name) return []
  const rows = await findMostSimilar(tx, viewer, { q, name, most })
  return rows.filter(
    ({ likeness: how, search_words }) => how >= 1 || hasNearSpelling(search_words, splitQueryWords(q)),
  )
}

interface CreatorQuery {
  q: string
  name: string
  most: number
}

/**
 * Selects candidates by name and keeps the candidates that the viewer can find. If too few candidates remain,
 * selects more.
 */
async function findMostSimilar(tx: Tx, viewer: Viewer, query: CreatorQuery): Promise<Row[]> {
  for (let pick = 2 * query.most; ; pick *= 8) {
    const rows = await selectCandidates(tx, viewer, query, pick)
    const found = rows.filter((row) => row.user_id !== null)
    if (found.length === query.most || rows[0]!.picked < pick) return found
  }
}

async function selectCandidates(tx: Tx, viewer: Viewer, { q, name, most }: CreatorQuery, pick: number) {
  const order = sql`${approximateNameSimilarity(name)} desc, username`
  const sources = peopleByNameSql(viewer, { query: q, matches: nameMatches(name), order, limit: pick })
  const { rows } = await sql<Row & { picked: number }>`
    with called as materialized (${sources.called}),
    person as materialized (
      select *, ${nameSimilarity(name)} as likeness from ${sources.seen} creator order by likeness desc, username limit ${most}
    )
    select picked, person.*,
      (select count(*) from ${listedItemsSql(viewer)} where content.user_id = person.user_id) as videos
    from (select count(*)::int as picked from called) counted left join person on true
    order by likeness desc, videos desc, username`.execute(tx)
  return rows
}

/**
 * Matches creators by name. `name` must be normalized to letters and digits, so that it contains no LIKE
 * wildcards.
 */
function nameMatches(name: string): RawBuilder<boolean> {
  const begins = sql<boolean>`(search_words like ${`${name}%`} or search_words like ${`% ${name}%`})`
  return name.length < 4 ? begins : sql<boolean>`(${begins} or ${name} <% search_words)`
}

function nameSimilarity(name: string): RawBuilder<number> {
  return sql<number>`case when search_plain(username) = ${name} or search_plain(display_name) = ${name} then 4
    when search_words like ${`${name}%`} then 3 when search_words like ${`% ${name}%`} then 2
    else word_similarity(${name}, search_words) end`
}

/**
 * Approximates `nameSimilarity` from the indexed words only. The approximation must be cheap, because
 * hundreds of people can have the same name and the database computes it for each person.
 */
function approximateNameSimilarity(name: string): RawBuilder<number> {
  const underlined = name.replaceAll(' ', '_')
  return sql<number>`case when lower(username) = ${underlined} or search_words = replace(lower(username), '_', ' ') || ${` ${name}`} then 4
    when search_words like ${`${name}%`} then 3 when search_words like ${`% ${name}%`} then 2
    else word_similarity(${name}, search_words) end`
}

/**
 * Returns whether every query word equals a word of the name, or the start of one, except for typos. Joined
 * and split words match too: `zedplays` matches `zed plays` and vice versa.
 */
function hasNearSpelling(searchWords: string, asked: string[]): boolean {
  const words = searchWords.split(' ')
  const candidates = [...words, ...joinAdjacentWords(words)]
  const hasNear = (word: string) => candidates.some((candidate) => isSimilarSpelling(word, candidate, true))
  return asked.every(hasNear) || (asked.length === 2 && hasNear(asked.join('')))
}

function present(
  viewer: Viewer,
  { user_id, username, avatar_url, videos, ...row }: Row,
  words: string[],
): CreatorSearchHit {
  const display_name = getVisibleDisplayName(viewer, row.display_name, username)
  const asked = { words, close: row.likeness < 1, typing: true }
  return {
    user_id,
    username,
    display_name,
    avatar_url,
    videos: Number(videos),
    name_marks: findHighlights(display_name, asked),
    username_marks: findHighlights(username, asked),
  }
}

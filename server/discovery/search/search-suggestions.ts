import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { genres } from '#contract/content/genres.ts'
import type { ContentType } from '#contract/content/content-types.ts'
import { searchLimits as figures } from '#contract/limits.ts'
import type { getSearchSuggestions, SearchSuggestion } from '#contract/discovery/search.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { enforceVisitorRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { getVisibleDisplayName, maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import { findCreatorsByName } from './creator-search.ts'
import { findHighlights } from './search-highlights.ts'
import { suggestCaptionExcerpts } from './caption-suggestions.ts'
import { runSearchTransaction } from './video-search.ts'
import { findNewestMatches } from './newest-matches.ts'
import { buildFuzzyQuery } from './fuzzy-query.ts'
import { normalizeSearchText, splitQueryWords } from './spelling.ts'
import { buildVideoSearchQuery, matchesVideoQuery, rankingQueryOf } from './video-search-query.ts'

/** Suggests creators, genres, videos and spoken sentences for an unfinished query. */
export async function loadSearchSuggestions(
  viewer: Viewer,
  q: string,
  address: string,
): Promise<ResponseOf<typeof getSearchSuggestions>> {
  if (normalizeSearchText(q) === '') return { items: [] }
  enforceVisitorRateLimit('suggestions', viewer, address)
  return runSearchTransaction(async (tx) => {
    const found = (await findCreatorsByName(tx, viewer, q, 20)).slice(0, figures.suggestions.creators)
    const named = found.map((person) => toCreatorSuggestion(viewer, person, q))
    const videos = await suggestVideos(tx, viewer, q)
    return {
      items: [...named, ...suggestGenres(q), ...videos, ...(await suggestCaptionExcerpts(tx, viewer, q))],
    }
  })
}

function toCreatorSuggestion(
  viewer: Viewer,
  person: Awaited<ReturnType<typeof findCreatorsByName>>[number],
  q: string,
): SearchSuggestion {
  const { username, avatar_url } = person
  const text = getVisibleDisplayName(viewer, person.display_name, username)
  const asked = { words: splitQueryWords(q), typing: true, close: person.likeness < 1 }
  return { kind: 'creator', username, avatar_url, text, marks: findHighlights(text, asked) }
}

const allGenres = [...new Set(Object.values(genres).flat())].filter((label) => label !== 'Other')

function suggestGenres(q: string): SearchSuggestion[] {
  const typed = normalizeSearchText(q)
  return allGenres
    .map((genre) => ({ genre: genre.toLowerCase(), text: genreLabel(genre) }))
    .filter(
      ({ text }) =>
        normalizeSearchText(text).startsWith(typed) || removeSpaces(text).startsWith(removeSpaces(q)),
    )
    .slice(0, figures.suggestions.genres)
    .map(({ genre, text }) => ({
      kind: 'genre',
      genre,
      text,
      marks: findHighlights(text, { words: splitQueryWords(q), typing: true }),
    }))
}

/** Normalizes the text and removes spaces and punctuation, so that `hiphop` matches `Hip-Hop`. */
function removeSpaces(text: string): string {
  return normalizeSearchText(text).replaceAll(' ', '')
}

interface Row {
  id: string
  title: string
  content_type: ContentType
  /** The creator's display name, or an empty string. */
  by: string
  username: string
  search_words: string
  by_minor: boolean
}

async function suggestVideos(tx: Tx, viewer: Viewer, q: string): Promise<SearchSuggestion[]> {
  const exact = await findTitlesByPrefix(tx, viewer, q)
  const words = splitQueryWords(q)
  const isClose = exact.length === 0 && words.some((word) => word.length >= 4)
  const asked = { words, typing: true, close: exact.length === 0 }
  const seen = new Set<string>()
  return [...exact, ...(isClose ? await findNearTitles(tx, viewer, words) : [])]
    .filter(({ title }) => !seen.has(normalizeSearchText(title)) && seen.add(normalizeSearchText(title)))
    .slice(0, figures.suggestions.videos)
    .map(({ id, title, content_type, by, username, by_minor }) => {
      const text = maskTextForViewer(viewer, title, by_minor)
      const marks = findHighlights(text, asked)
      return { kind: 'video', id, text, marks, content_type, by: getVisibleDisplayName(viewer, by, username) }
    })
}

const suggestionColumns = sql`content.title, content.content_type, content.by, content.username, content.search_words, content.by_minor`

/**
 * Returns titles from the newest matches. Titles that start with the query come first, then titles that
 * contain the query literally.
 */
async function findTitlesByPrefix(tx: Tx, viewer: Viewer, q: string): Promise<Row[]> {
  const query = await buildVideoSearchQuery(tx, q, { isTyping: true })
  if (!query) return []
  const rows = await findNewestMatches<Row & { rank: number }>(tx, viewer, {
    condition: matchesVideoQuery(query),
    most: 100,
    columns: sql`${suggestionColumns}, ts_rank('{0, 0.1, 0.3, 1.0}', content.search, ${rankingQueryOf(query)})
      + case when starts_with(content.search_words, search_plain(${q})) then 20 else 0 end
      + case when position(' ' || search_plain(${q}) in content.search_words) > 0 then 10 else 0 end as rank`,
  })
  return rows.toSorted((a, b) => b.rank - a.rank)
}

async function findNearTitles(tx: Tx, viewer: Viewer, words: string[]): Promise<Row[]> {
  const near = await buildFuzzyQuery(
    tx,
    words.map((word, at) => ({ word, isBegun: at === words.length - 1 })),
  )
  if (near === null) return []
  const rows = await findNewestMatches<Row>(tx, viewer, {
    condition: sql<boolean>`content.search @@ ${near.query}::tsquery`,
    most: 100,
    columns: suggestionColumns,
  })
  return rows.toSorted((a, b) => near.countTyposIn(a.search_words) - near.countTyposIn(b.search_words))
}

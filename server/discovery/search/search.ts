import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { searchLimits as figures } from '#contract/limits.ts'
import type { Content } from '#contract/content/content.ts'
import type { getSearchResults, SearchHit, CaptionExcerpt } from '#contract/discovery/search.ts'
import { selectContentCards, presentContent } from '#server/content/content-cards.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { enforceVisitorRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { searchCreators } from './creator-search.ts'
import { extractExcerpt, findHighlights, mergeHighlights } from './search-highlights.ts'
import { type CaptionSearchMatches, findVideosByCaptions } from './caption-search.ts'
import { findCaptionExcerpts, findTitleMatches } from './caption-excerpts.ts'
import { findExactMatches, findFuzzyMatches, runSearchTransaction, type SearchQuery } from './video-search.ts'
import {
  isSearchWordMatch,
  joinAdjacentWords,
  normalizeSearchText,
  countTypos,
  splitQueryWords,
} from './spelling.ts'

type Answer = ResponseOf<typeof getSearchResults>

/** Searches videos and creators. Queries are not stored. */
export async function searchVideosAndCreators(
  viewer: Viewer,
  wanted: SearchQuery,
  address: string,
): Promise<Answer> {
  if (wanted.q === '') return emptySearchAnswer
  enforceVisitorRateLimit('searches', viewer, address)
  const [people, found] = await Promise.all([
    runSearchTransaction((tx) => searchCreators(tx, viewer, wanted)),
    wanted.type === 'creator' ? noVideos : findVideos(viewer, wanted),
  ])
  const { exact, spoken, close } = found
  const ids = [...exact, ...spoken, ...close]
  const total = wanted.type === 'creator' ? people.total : ids.length
  const start = (wanted.page - 1) * figures.page
  const shown = await loadSearchHits(viewer, wanted.q, ids.slice(start, start + figures.page), found)
  return {
    q: wanted.q,
    total: ids.length,
    capped: exact.length === figures.candidates || found.speech.isCapped,
    page: wanted.page,
    pages: Math.ceil(total / figures.page),
    hits: shown,
    creators: people.items,
    creators_total: people.total,
    did_you_mean:
      exact.length || spoken.length || people.items.length ? null : suggestSpelling(wanted.q, shown[0]?.item),
  }
}

/**
 * The videos that were found, in the order of the results. Each video is in only one of the three lists
 * `exact`, `spoken` and `close`.
 */
interface FoundVideos {
  /** Videos whose title, genre, tags, description or creator match. */
  exact: string[]
  /** Videos that match only because the words of the query are spoken in them. */
  spoken: string[]
  /** Videos with similar spellings. */
  close: string[]
  speech: CaptionSearchMatches
}

const noSpeech: CaptionSearchMatches = { videos: [], isCapped: false, query: null }
const noVideos: FoundVideos = { exact: [], spoken: [], close: [], speech: noSpeech }

async function findVideos(viewer: Viewer, wanted: SearchQuery): Promise<FoundVideos> {
  const [exact, said] = await Promise.all([
    runSearchTransaction((tx) => findExactMatches(tx, viewer, wanted)),
    runSearchTransaction((tx) => findVideosByCaptions(tx, viewer, wanted)).catch((error: unknown) => {
      // If the caption search takes too long, the results still contain the videos that match by title.
      if (error instanceof ApiError) return noSpeech
      throw error
    }),
  ])
  const known = new Set(exact)
  const spoken = said.videos.map(({ id }) => id).filter((id) => !known.has(id))
  const near = await findFuzzyMatches(viewer, wanted, [...exact, ...spoken])
  const close = near.map(({ id }) => id)
  return { exact, spoken, close, speech: said }
}

const emptySearchAnswer: Answer = {
  q: '',
  total: 0,
  capped: false,
  page: 1,
  pages: 0,
  hits: [],
  creators: [],
  creators_total: 0,
  did_you_mean: null,
}

/**
 * Loads the items of one page in the given order, applies the access policy again, and highlights the
 * matches.
 */
async function loadSearchHits(
  viewer: Viewer,
  q: string,
  ids: string[],
  found: FoundVideos,
): Promise<SearchHit[]> {
  if (ids.length === 0) return []
  const rows = await selectContentCards(viewer, selectListedItems(viewer))
    .where('content.id', 'in', ids)
    .execute()
  const items = new Map(rows.map((row) => [row.id, presentContent(viewer, row)]))
  const sentences = await findSpokenSentences([...items.keys()], found.speech)
  // Only titles whose language is known need another transaction.
  const inLanguage = [...items.values()].filter(({ language }) => language !== null)
  const titleMatches =
    inLanguage.length > 0 ? await runSearchTransaction((tx) => findTitleMatches(tx, q, inLanguage)) : null
  const words = splitQueryWords(q)
  const [spoken, similar] = [new Set(found.spoken), new Set(found.close)]
  return ids.flatMap((id) => {
    const item = items.get(id)
    if (!item) return []
    const close = similar.has(id)
    const asked = { words, close }
    return {
      item,
      close,
      spoken: sentences.get(id) ?? null,
      only_spoken: spoken.has(id),
      title_marks: mergeHighlights(findHighlights(item.title, asked), titleMatches?.get(id) ?? []),
      creator_marks: findHighlights(item.creator.display_name, asked),
      excerpt: extractExcerpt(item.description, asked),
    }
  })
}

async function findSpokenSentences(
  ids: readonly string[],
  { query, videos, isCapped }: CaptionSearchMatches,
): Promise<ReadonlyMap<string, CaptionExcerpt>> {
  if (!query) return new Map()
  const best = new Map(videos.map(({ id, passage_id }) => [id, passage_id]))
  const passages = ids.flatMap((id) => best.get(id) ?? [])
  // If not all matching sentences were ranked, other videos may contain a matching sentence too.
  const unknown = isCapped ? ids.filter((id) => !best.has(id)) : []
  return runSearchTransaction((tx) => findCaptionExcerpts(tx, query, { passages, videos: unknown }))
}

/**
 * Suggests the query with the spelling that the best result uses. The suggestion uses only text that the
 * viewer can see.
 */
function suggestSpelling(q: string, nearest: Content | undefined): string | null {
  if (!nearest) return null
  const { title, genre, creator } = nearest
  const candidates = normalizeSearchText(
    `${title} ${genre} ${creator.display_name} ${creator.username}`,
  ).split(' ')
  const asked = splitQueryWords(q)
  const meant = joinSplitWords(asked, candidates).map((word) => nearestSpelling(candidates, word))
  return meant.join(' ') === asked.join(' ') ? null : meant.join(' ')
}

/** Joins two adjacent query words if the best result contains them as one word. */
function joinSplitWords(asked: string[], candidates: string[]): string[] {
  const at = joinAdjacentWords(asked).findIndex((pair) => candidates.includes(pair))
  return at < 0 ? asked : [...asked.slice(0, at), joinAdjacentWords(asked)[at]!, ...asked.slice(at + 2)]
}

function nearestSpelling(candidates: string[], word: string): string {
  if (candidates.some((candidate) => isSearchWordMatch(word, candidate))) return word
  const spellings = [
    ...candidates.map((candidate) => ({ candidate, spelled: candidate })),
    ...joinAdjacentWords(candidates).map((candidate, at) => ({
      candidate,
      spelled: `${candidates[at]} ${candidates[at + 1]}`,
    })),
  ]
  return spellings.toSorted((a, b) => countTypos(word, a.candidate) - countTypos(word, b.candidate))[0]!
    .spelled
}

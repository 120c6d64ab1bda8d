import { sql } from 'kysely'
import { searchLimits } from '#contract/limits.ts'
import type { SearchSuggestion } from '#contract/discovery/search.ts'
import { isCreatorMinor } from '#server/content/creators.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { buildCaptionSearchQuery } from './caption-search-query.ts'
import { selectVideosByCaptions } from './caption-search.ts'
import { findCaptionExcerpts } from './caption-excerpts.ts'
import { splitQueryWords } from './spelling.ts'

const { spoken: most } = searchLimits.suggestions
/** The number of sentences to rank first. */
const candidates = 100

/**
 * Suggests spoken sentences that contain the words of the query. The last word of the query may be
 * unfinished.
 */
export async function suggestCaptionExcerpts(tx: Tx, viewer: Viewer, q: string): Promise<SearchSuggestion[]> {
  // A query of one or two letters is the start of too many words.
  if (splitQueryWords(q).join('').length < 3) return []
  const query = await buildCaptionSearchQuery(tx, q, { isTyping: true })
  if (!query) return []
  const { videos } = await selectVideosByCaptions(tx, viewer, query, {
    filter: sql<boolean>`true`,
    wanted: most,
    candidates,
  })
  const best = videos.toSorted((a, b) => b.closeness - a.closeness).slice(0, most)
  const ids = best.map(({ id }) => id)
  const sentences = await findCaptionExcerpts(tx, query, {
    passages: best.map(({ passage_id }) => passage_id),
    // On phones, about 20 characters of a suggestion are visible.
    longestStart: 12,
  })
  const titles = await findTitles(tx, viewer, ids)
  return ids.flatMap((id) => {
    const [sentence, title] = [sentences.get(id), titles.get(id)]
    return sentence && title !== undefined ? [{ kind: 'spoken' as const, id, title, ...sentence }] : []
  })
}

async function findTitles(tx: Tx, viewer: Viewer, ids: string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectListedItems(viewer, tx)
    .select(['content.id', 'content.title', isCreatorMinor.as('by_minor')])
    .where('content.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, title, by_minor }) => [id, maskTextForViewer(viewer, title, by_minor)]))
}

import { getCategoryByName, type CategoryName } from '#contract/discovery/categories.ts'
import { categoryRows, ownCategoryRows } from '#contract/discovery/category-rows.ts'
import type { getCategory, listCategoryRowItems } from '#contract/discovery/category-pages.ts'
import type { Content } from '#contract/content/content.ts'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { pageSizeLimits, maxItemsPerContentRow } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { isBeforeContentCursor, selectContentCards, presentContent } from '#server/content/content-cards.ts'
import { selectListedContentCards } from '#server/content/list-content.ts'
import {
  createGenreMatcher,
  isAmongNewestInContentGenres,
  type ContentGenre,
  listContentGenres,
} from '#server/content/content-genres.ts'
import { compareNewestFirst, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { getViewerId, type Viewer } from '../platform/http/viewer.ts'
import { selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { isInCategory, hasContentTypeIn } from './category-filters.ts'

/**
 * Returns a category page: the rows that are not empty and a row with the viewer's own items. Each row
 * contains its first page of items.
 */
export async function loadCategoryPage(
  viewer: Viewer,
  name: CategoryName,
): Promise<ResponseOf<typeof getCategory>> {
  const rows = categoryRows[name]
  const all = await listContentGenres()
  const [mine, ...filled] = await Promise.all([
    loadOwnRow(viewer, name, firstPageQuery),
    ...rows.map((row) =>
      row.words
        ? loadGenreWordRow(viewer, name, all, row.words, firstPageQuery)
        : loadRecentRow(viewer, name, all, { limit: maxItemsPerContentRow }),
    ),
  ])
  return {
    rows: rows
      .map(({ slug, title }, at) => ({
        slug,
        title,
        items: filled[at]!.items,
        more: filled[at]!.next_cursor !== null,
      }))
      .filter(({ items }) => items.length > 0),
    mine: mine.items,
    mine_more: mine.next_cursor !== null,
  }
}

/** Returns one page of results for a row of the category page. */
export async function loadCategoryVideoRow(
  viewer: Viewer,
  name: CategoryName,
  slug: string,
  part: ParsedInputOf<typeof listCategoryRowItems>['query'],
): Promise<ResponseOf<typeof listCategoryRowItems>> {
  const [rows, mine] = [categoryRows[name], ownCategoryRows[name]]
  if (slug === mine.slug) return { title: mine.title, ...(await loadOwnRow(viewer, name, part)) }
  const row = rows.find((one) => one.slug === slug)
  if (!row) throw new ApiError('not_found')
  const all = await listContentGenres()
  const page = row.words
    ? await loadGenreWordRow(viewer, name, all, row.words, part)
    : await loadRecentRow(viewer, name, all, part)
  return { title: row.title, ...page }
}

interface RowQuery {
  cursor?: string | undefined
  limit: number
}
interface RowPage {
  items: Content[]
  next_cursor: string | null
}

const firstPageQuery: RowQuery = { limit: pageSizeLimits.default }
const emptyRow: RowPage = { items: [], next_cursor: null }

async function loadGenreWordRow(
  viewer: Viewer,
  name: CategoryName,
  all: ContentGenre[],
  words: readonly string[],
  part: RowQuery,
): Promise<RowPage> {
  const { types, genreWord } = getCategoryByName(name)
  const ofWords = all.filter(createGenreMatcher(words))
  const isHere = genreWord ? createGenreMatcher([genreWord]) : () => false
  const wanted = ofWords.filter(
    (contentGenre) => types.includes(contentGenre.content_type) || isHere(contentGenre),
  )
  if (wanted.length === 0) return emptyRow
  return presentRowPage(viewer, await selectNewestInGenres(viewer, wanted, part), part.limit)
}

/**
 * Returns the newest items of the category's types, together with items of other types whose genre contains
 * the category's `genreWord`, such as `music`.
 */
async function loadRecentRow(
  viewer: Viewer,
  name: CategoryName,
  all: ContentGenre[],
  part: RowQuery,
): Promise<RowPage> {
  const { types, genreWord } = getCategoryByName(name)
  const others = genreWord
    ? all.filter(createGenreMatcher([genreWord])).filter(({ content_type }) => !types.includes(content_type))
    : []
  const [ofTypes, ofOthers] = await Promise.all([
    selectListedContentCards(viewer)
      .where(hasContentTypeIn(types))
      .where(isBeforeContentCursor(part.cursor))
      .limit(toFetchLimitSql(part.limit))
      .execute(),
    others.length > 0 ? selectNewestInGenres(viewer, others, part) : [],
  ])
  return presentRowPage(viewer, [...ofTypes, ...ofOthers].toSorted(compareNewestFirst), part.limit)
}

function selectNewestInGenres(viewer: Viewer, genres: ContentGenre[], { cursor, limit }: RowQuery) {
  return selectListedContentCards(viewer)
    .where(
      isAmongNewestInContentGenres(viewer, genres, toFetchLimitSql(limit), isBeforeContentCursor(cursor)),
    )
    .limit(toFetchLimitSql(limit))
    .execute()
}

async function loadOwnRow(viewer: Viewer, name: CategoryName, { cursor, limit }: RowQuery): Promise<RowPage> {
  const userId = getViewerId(viewer)
  if (!userId) return emptyRow
  const rows = await selectContentCards(viewer, selectWatchableItems(viewer))
    .where('content.user_id', '=', userId)
    .where(isInCategory(name))
    .where('content.stream_status', '=', 'ready')
    .where(isBeforeContentCursor(cursor))
    .orderBy('content.created_at', 'desc')
    .orderBy('content.id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  return presentRowPage(viewer, rows, limit)
}

type Rows = Awaited<ReturnType<ReturnType<typeof selectListedContentCards>['execute']>>

function presentRowPage(viewer: Viewer, rows: Rows, limit: number): RowPage {
  const page = paginateRows(rows, limit)
  return { ...page, items: page.items.map((row) => presentContent(viewer, row)) }
}

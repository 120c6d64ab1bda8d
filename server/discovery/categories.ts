import { type RawBuilder, sql } from 'kysely'
import { category, type CategoryName, rowSlug } from '#contract/categories.ts'
import type { getCategory, getCategoryRow } from '#contract/category-pages.ts'
import type { Content } from '#contract/content.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { pageSize, recentPerRow } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { before, cards, present } from '../content/cards.ts'
import { found } from '../content/list.ts'
import { has, onShelves, type Shelf, shelves } from '../content/shelves.ts'
import { newerFirst, pageOf, rowsFor } from '../platform/db/keyset.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { watchableItems } from '../safety/items.ts'

/** A category page: its rows that have items, and the viewer's own, each with its first items. */
export async function categoryPage(
  viewer: Viewer,
  name: CategoryName,
): Promise<AnswerOf<typeof getCategory>> {
  const { rows } = category(name)
  const all = await shelves()
  const [mine, ...filled] = await Promise.all([
    ownRow(viewer, name, first),
    ...rows.map((row) =>
      row.words
        ? rowOfWords(viewer, name, all, row.words, first)
        : recent(viewer, name, all, { limit: recentPerRow }),
    ),
  ])
  return {
    rows: rows
      .map(({ title }, at) => ({ title, items: filled[at]!.items, more: filled[at]!.next_cursor !== null }))
      .filter(({ items }) => items.length > 0),
    mine: mine.items,
    mine_more: mine.next_cursor !== null,
  }
}

/** All items of a row, a page at a time (ruling 35). */
export async function categoryRow(
  viewer: Viewer,
  name: CategoryName,
  slug: string,
  part: ParsedOf<typeof getCategoryRow>['query'],
): Promise<AnswerOf<typeof getCategoryRow>> {
  const { rows, mine } = category(name)
  if (slug === rowSlug(mine)) return { title: mine, ...(await ownRow(viewer, name, part)) }
  const row = rows.find(({ title }) => rowSlug(title) === slug)
  if (!row) throw new Refusal('not_found')
  const all = await shelves()
  const page = row.words
    ? await rowOfWords(viewer, name, all, row.words, part)
    : await recent(viewer, name, all, part)
  return { title: row.title, ...page }
}

interface Part {
  cursor?: string | undefined
  limit: number
}
interface RowPage {
  items: Content[]
  next_cursor: string | null
}

const first: Part = { limit: pageSize.default }
const empty: RowPage = { items: [], next_cursor: null }

async function rowOfWords(
  viewer: Viewer,
  name: CategoryName,
  all: Shelf[],
  words: readonly string[],
  { cursor, limit }: Part,
): Promise<RowPage> {
  const { types, genreWord } = category(name)
  const ofWords = all.filter(has(words))
  const isHere = genreWord ? has([genreWord]) : () => false
  const wanted = ofWords.filter((shelf) => types.includes(shelf.content_type) || isHere(shelf))
  if (wanted.length === 0) return empty
  const rows = await found(viewer)
    .where(onShelves(viewer, wanted, rowsFor(limit), before(cursor)))
    .limit(rowsFor(limit))
    .execute()
  return presented(viewer, rows, limit)
}

/** The newest of its types; and of others what its genre word brings here. */
async function recent(
  viewer: Viewer,
  name: CategoryName,
  all: Shelf[],
  { cursor, limit }: Part,
): Promise<RowPage> {
  const { types, genreWord } = category(name)
  const others = genreWord
    ? all.filter(has([genreWord])).filter(({ content_type }) => !types.includes(content_type))
    : []
  const [ofTypes, ofOthers] = await Promise.all([
    found(viewer).where(ofType(types)).where(before(cursor)).limit(rowsFor(limit)).execute(),
    others.length > 0
      ? found(viewer)
          .where(onShelves(viewer, others, rowsFor(limit), before(cursor)))
          .limit(rowsFor(limit))
          .execute()
      : [],
  ])
  return presented(viewer, [...ofTypes, ...ofOthers].toSorted(newerFirst), limit)
}

async function ownRow(viewer: Viewer, name: CategoryName, { cursor, limit }: Part): Promise<RowPage> {
  const userId = idOf(viewer)
  if (!userId) return empty
  const rows = await cards(watchableItems(viewer))
    .where('content.user_id', '=', userId)
    .where(belongs(name))
    .where('content.stream_status', '=', 'ready')
    .where(before(cursor))
    .orderBy('content.created_at', 'desc')
    .orderBy('content.id', 'desc')
    .limit(rowsFor(limit))
    .execute()
  return presented(viewer, rows, limit)
}

type Rows = Awaited<ReturnType<ReturnType<typeof found>['execute']>>

function presented(viewer: Viewer, rows: Rows, limit: number): RowPage {
  const page = pageOf(rows, limit)
  return { ...page, items: page.items.map((row) => present(viewer, row)) }
}

/** Of the category's type, or of any type whose genre carries the category's word (specification, section 7). */
export function belongs(name: CategoryName): RawBuilder<boolean> {
  const { types, genreWord } = category(name)
  return genreWord
    ? sql<boolean>`(${ofType(types)} or position(${sql.lit(genreWord)} in content.genre) > 0)`
    : ofType(types)
}

/** Written out, as `rowsFor` says. */
function ofType(types: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`content.content_type in (${sql.join(types.map((type) => sql.lit(type)))})`
}

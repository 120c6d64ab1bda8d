import { sql } from 'kysely'
import { category, type CategoryName } from '#contract/categories.ts'
import type { getCategory } from '#contract/content.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { pageSize, recentPerRow } from '#contract/limits.ts'
import { cards, present } from '../content/cards.ts'
import { found } from '../content/list.ts'
import { has, onShelves, type Shelf, shelves } from '../content/shelves.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { watchableItems } from '../safety/items.ts'

/** A category page: its rows that have items, and the viewer's own. */
export async function categoryPage(
  viewer: Viewer,
  name: CategoryName,
): Promise<AnswerOf<typeof getCategory>> {
  const { rows } = category(name)
  const all = await shelves()
  const [mine, ...filled] = await Promise.all([
    ownRow(viewer, name),
    ...rows.map((row) => (row.words ? rowOfWords(viewer, name, all, row.words) : recent(viewer, name, all))),
  ])
  return {
    rows: rows
      .map(({ title }, at) => ({ title, items: filled[at]! }))
      .filter(({ items }) => items.length > 0),
    mine,
  }
}

// Written out, as `rowsFor` says.
const inRow = sql.lit(pageSize.default)
const newestInRow = sql.lit(recentPerRow)

async function rowOfWords(viewer: Viewer, name: CategoryName, all: Shelf[], words: readonly string[]) {
  const { types, genreWord } = category(name)
  const ofWords = all.filter(has(words))
  const isHere = genreWord ? has([genreWord]) : () => false
  const wanted = ofWords.filter((shelf) => types.includes(shelf.content_type) || isHere(shelf))
  if (wanted.length === 0) return []
  const rows = await found(viewer)
    .where(onShelves(viewer, wanted, inRow))
    .limit(inRow)
    .execute()
  return rows.map((row) => present(viewer, row))
}

/** The newest of its types; and of others what its genre word brings here. */
async function recent(viewer: Viewer, name: CategoryName, all: Shelf[]) {
  const { types, genreWord } = category(name)
  const ofType = sql<boolean>`content.content_type in (${sql.join(types.map((type) => sql.lit(type)))})`
  const others = genreWord
    ? all.filter(has([genreWord])).filter(({ content_type }) => !types.includes(content_type))
    : []
  const [ofTypes, ofOthers] = await Promise.all([
    found(viewer).where(ofType).limit(newestInRow).execute(),
    others.length > 0
      ? found(viewer)
          .where(onShelves(viewer, others, newestInRow))
          .limit(newestInRow)
          .execute()
      : [],
  ])
  return [...ofTypes, ...ofOthers]
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .slice(0, recentPerRow)
    .map((row) => present(viewer, row))
}

async function ownRow(viewer: Viewer, name: CategoryName) {
  const userId = idOf(viewer)
  if (!userId) return []
  const rows = await cards(watchableItems(viewer))
    .where('content.user_id', '=', userId)
    .where(belongs(name))
    .where('content.stream_status', '=', 'ready')
    .orderBy('content.created_at', 'desc')
    .limit(inRow)
    .execute()
  return rows.map((row) => present(viewer, row))
}

/** Of the category's type, or of any type whose genre carries the category's word (specification, section 7). */
export function belongs(name: CategoryName) {
  const { types, genreWord } = category(name)
  const byType = sql<boolean>`content.content_type in (${sql.join(types.map((type) => sql.lit(type)))})`
  return genreWord
    ? sql<boolean>`(${byType} or position(${sql.lit(genreWord)} in content.genre) > 0)`
    : byType
}

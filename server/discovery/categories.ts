import { sql } from 'kysely'
import { category, type CategoryName } from '#contract/categories.ts'
import type { getCategory } from '#contract/content.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { pageSize, recentPerRow } from '#contract/limits.ts'
import { cards, present } from '../content/cards.ts'
import { found, genreHas } from '../content/list.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { watchableItems } from '../safety/items.ts'

/** A category page: its rows that have items, and the viewer's own. */
export async function categoryPage(
  viewer: Viewer,
  name: CategoryName,
): Promise<AnswerOf<typeof getCategory>> {
  const { rows } = category(name)
  const [mine, ...filled] = await Promise.all([
    ownRow(viewer, name),
    ...rows.map((row) => rowOf(viewer, name, row.words)),
  ])
  return {
    rows: rows
      .map(({ title }, at) => ({ title, items: filled[at]! }))
      .filter(({ items }) => items.length > 0),
    mine,
  }
}

async function rowOf(viewer: Viewer, name: CategoryName, words: readonly string[] | undefined) {
  const rows = await found(viewer)
    .where(belongs(name))
    .$if(words !== undefined, (q) => q.where(({ or }) => or(words!.map(genreHas))))
    .limit(words ? pageSize.default : recentPerRow)
    .execute()
  return rows.map((row) => present(viewer, row))
}

async function ownRow(viewer: Viewer, name: CategoryName) {
  const userId = idOf(viewer)
  if (!userId) return []
  const rows = await cards(watchableItems(viewer))
    .where('content.user_id', '=', userId)
    .where(belongs(name))
    .where('content.stream_status', '=', 'ready')
    .orderBy('content.created_at', 'desc')
    .limit(pageSize.default)
    .execute()
  return rows.map((row) => present(viewer, row))
}

/** Of the category's type, or of any type whose genre carries the category's word (specification, section 7). */
export function belongs(name: CategoryName) {
  const { types, genreWord } = category(name)
  const byType = sql<boolean>`content.content_type in (${sql.join(types.map((type) => sql.lit(type)))})`
  return genreWord ? sql<boolean>`(${byType} or ${genreHas(genreWord)})` : byType
}

import { sql } from 'kysely'
import type { listContent } from '#contract/content.ts'
import type { Content, Page } from '#contract/content.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { relatedCount } from '#contract/limits.ts'
import { db } from '../platform/db/db.ts'
import { pageOf } from '../platform/db/keyset.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { listedItems } from '../safety/items.ts'
import { before, cards, present } from './cards.ts'
import { visibleContent } from './one.ts'

/** What anybody may find, newest first, a page at a time. */
export async function list(viewer: Viewer, wanted: ParsedOf<typeof listContent>['query']): Promise<Page> {
  const followed = wanted.followed === undefined ? undefined : await followedBy(viewer)
  if (followed?.length === 0) return { items: [], next_cursor: null }
  const rows = await found(viewer)
    .where(before(wanted.cursor))
    .$if(wanted.content_type !== undefined, (q) => q.where('content.content_type', '=', wanted.content_type!))
    .$if(wanted.creator !== undefined, (q) => q.where('content.user_id', '=', wanted.creator!))
    .$if(followed !== undefined, (q) => q.where(sql<boolean>`content.user_id = any(${followed}::uuid[])`))
    .$if(wanted.genre !== undefined, (q) => q.where(genreHas(wanted.genre!)))
    .limit(wanted.limit + 1)
    .execute()
  const page = pageOf(rows, wanted.limit)
  return { ...page, items: page.items.map((row) => present(viewer, row)) }
}

/** Up to 12 others of the same type, newest first. */
export async function related(viewer: Viewer, id: string): Promise<{ items: Content[] }> {
  const { content_type: type } = await visibleContent(viewer, id)
  const rows = await found(viewer)
    .where('content.content_type', '=', type)
    .where('content.id', '<>', id)
    .limit(relatedCount)
    .execute()
  return { items: rows.map((row) => present(viewer, row)) }
}

/** Everything the viewer can find, newest first: lists narrow it down. */
export function found(viewer: Viewer) {
  return cards(listedItems(viewer)).orderBy('content.created_at', 'desc').orderBy('content.id', 'desc')
}

/** Asked first: who follows nobody is answered at once, instead of looking through everything for nothing. */
async function followedBy(viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('followed_id')
    .where('follower_id', '=', idOf(viewer))
    .where('state', '=', 'approved')
    .execute()
  return rows.map((row) => row.followed_id)
}

/** The genre contains the word, in any case; `%` and `_` are letters. */
export function genreHas(word: string) {
  const letters = word.toLowerCase().replace(/[\\%_]/g, '\\$&')
  return sql<boolean>`content.genre like ${`%${letters}%`}`
}

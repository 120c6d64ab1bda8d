import { type RawBuilder, sql } from 'kysely'
import type { Comment, listComments } from '#contract/comments.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import { count } from '../content/count.ts'
import { visibleContent } from '../content/one.ts'
import { announce } from '../events.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import { keyset, pageOf } from '../platform/db/keyset.ts'
import type { Member, Viewer } from '../platform/http/viewer.ts'
import { isLookedInto } from '../safety/cases.ts'
import { isPresent, oneself, people } from '../safety/people.ts'
import { mayRemove } from './policy.ts'

const { place, before } = keyset('comments')

type Wanted = ParsedOf<typeof listComments>['query']

/** The comments of an item that the viewer may see, newest first, a page at a time. */
export async function commentsOf(
  viewer: Viewer,
  contentId: string,
  wanted: Wanted,
): Promise<AnswerOf<typeof listComments>> {
  await visibleContent(viewer, contentId)
  const rows = await db
    .selectFrom('comments')
    .innerJoin(people(viewer).selectAll().as('profiles'), 'profiles.user_id', 'comments.user_id')
    .select(['comments.id', 'content_id', 'comments.user_id', 'body', 'comments.created_at'])
    .select(['username', 'avatar_url'])
    .select(place.as('place'))
    .where('content_id', '=', contentId)
    .where('comments.moderation', '=', sql.lit('approved'))
    .where(before(wanted.cursor))
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(wanted.limit + 1)
    .execute()
  const { items, next_cursor } = pageOf(rows, wanted.limit)
  return { items: items.map(shown), next_cursor }
}

/** Posts a comment; everybody who watches sees it arrive. */
export function comment(viewer: Member, contentId: string, body: string): Promise<Comment> {
  return transaction(async (tx) => {
    await visibleContent(viewer, contentId, tx)
    await refuseMuted(tx, viewer)
    const row = await tx
      .insertInto('comments')
      .values({ content_id: contentId, user_id: viewer.id, body })
      .returning(['id', 'content_id', 'user_id', 'body', 'created_at'])
      .returning(oneself(viewer.id, tx).select('avatar_url').as('avatar_url'))
      .executeTakeFirstOrThrow()
    const posted = shown({ ...row, username: viewer.username })
    await count(tx, contentId, 'comments_count', 1)
    await announce(tx, { what: 'comment_posted', comment: posted })
    return posted
  })
}

/** Staff took the pen away for a while. */
async function refuseMuted(tx: Tx, viewer: Member): Promise<void> {
  const muted = await oneself(viewer.id, tx)
    .select('user_id')
    .where('comments_muted_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (muted) throw new Refusal('comments_muted')
}

/** Deletes one's own comment, also from the pages that are open. */
export async function uncomment(viewer: Member, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    const found = await tx
      .selectFrom('comments')
      .select(['content_id', 'user_id', 'moderation'])
      .where('id', '=', id)
      .where('moderation', 'in', ['approved', 'held'])
      .where(isShownTo(viewer))
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal('comment_not_found')
    await visibleContent(viewer, found.content_id, tx).catch(hideAs('comment_not_found'))
    if (!mayRemove(viewer, found)) throw new Refusal('forbidden')
    await takeBack(tx, id)
    if (found.moderation === 'approved') await count(tx, found.content_id, 'comments_count', -1)
    await announce(tx, { what: 'comment_deleted', contentId: found.content_id, commentId: id })
  })
}

/** One's own, or what of others stands under the item for this viewer. */
function isShownTo(viewer: Member): RawBuilder<boolean> {
  return sql<boolean>`(comments.user_id = ${viewer.id}
    or (comments.moderation = 'approved' and ${isPresent(viewer, sql.ref('comments.user_id'))}))`
}

/** While somebody looks into it, it is only hidden, and erased after (ruling 18). */
async function takeBack(tx: Tx, id: string): Promise<void> {
  if (await isLookedInto(tx, 'comment_id', id))
    await tx.updateTable('comments').set({ moderation: 'deleted' }).where('id', '=', id).execute()
  else await tx.deleteFrom('comments').where('id', '=', id).execute()
}

interface Row extends Omit<Comment, 'created_at'> {
  created_at: Date
}

function shown({ id, content_id, user_id, username, avatar_url, body, created_at }: Row): Comment {
  return { id, content_id, user_id, username, avatar_url, body, created_at: created_at.toISOString() }
}

function hideAs(code: 'comment_not_found') {
  return (error: unknown): never => {
    throw error instanceof Refusal ? new Refusal(code) : error
  }
}

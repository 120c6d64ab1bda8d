import { type RawBuilder, sql } from 'kysely'
import type { listComments } from '#contract/comments.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { commentsPage } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { count } from '../content/count.ts'
import { announce } from '../events.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import { keyset, pageOf, rowsFor } from '../platform/db/keyset.ts'
import { statement } from '../platform/db/statement.ts'
import { anonymous, type Member, type Viewer } from '../platform/http/viewer.ts'
import { isLookedInto } from '../safety/cases.ts'
import { commenting } from '../safety/commenting.ts'
import { goesOutside } from '../safety/goes-outside.ts'
import { watchableItems } from '../safety/items.ts'
import { isPresent, people } from '../safety/people.ts'
import { isMuted } from '../safety/profile.ts'
import { mayRemove } from './policy.ts'
import { shownTo } from './shown.ts'

const { place, before } = keyset('comments')

type Wanted = ParsedOf<typeof listComments>['query']

/** The comments of an item that the viewer may see, newest first, a page at a time. */
export async function commentsOf(
  viewer: Viewer,
  contentId: string,
  wanted: Wanted,
): Promise<AnswerOf<typeof listComments>> {
  const { ownerId, may } = await commenting(viewer, contentId, db)
  const isFirst = wanted.cursor === undefined && wanted.limit === commentsPage
  const isForAll = viewer.kind === 'anonymous' && !viewer.isCrawler
  const rows =
    isFirst && isForAll
      ? await firstForAll({ contentId })
      : await pageFor(viewer, ownerId, contentId, wanted).execute()
  const { items, next_cursor } = pageOf(rows, wanted.limit)
  return { items: items.map((row) => shownTo(viewer, row)), next_cursor, may_comment: may }
}

/** What nearly everybody asks for, put together once. Who is not signed in owns nothing. */
const firstForAll = statement(['contentId'], ({ contentId }) =>
  pageFor(anonymous, '', contentId, { limit: commentsPage }),
)

function pageFor(viewer: Viewer, ownerId: string, contentId: string, { cursor, limit }: Wanted) {
  return db
    .selectFrom('comments')
    .innerJoin(people(viewer).selectAll().as('profiles'), 'profiles.user_id', 'comments.user_id')
    .select(['comments.id', 'content_id', 'comments.user_id', 'body', 'comments.created_at'])
    .select(['username', 'avatar_url', 'comments.moderation', 'held_for', 'is_minor'])
    .select(isMuted(viewer, sql.ref('comments.user_id')).as('folded'))
    .select(place.as('place'))
    .where('content_id', '=', contentId)
    .where(isShownTo(viewer, ownerId))
    .where(before(cursor))
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(rowsFor(limit))
}

/** Everybody sees what is approved, search engines of it what adults wrote; of what is held its author knows, and the owner of the item where it waits for them. */
function isShownTo(viewer: Viewer, owner: string): RawBuilder<boolean> {
  const approved = sql<boolean>`comments.moderation = 'approved'`
  if (viewer.kind === 'anonymous')
    return viewer.isCrawler
      ? sql<boolean>`(${approved} and ${goesOutside(sql.ref('comments.user_id'))})`
      : approved
  const decides = viewer.id === owner ? sql`or held_for = 'owner'` : sql``
  return sql<boolean>`(comments.moderation in ('approved', 'held')
    and (${approved} or comments.user_id = ${viewer.id} ${decides}))`
}

/** Deletes one's own comment, also from the pages that are open. */
export async function uncomment(viewer: Member, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    const found = await tx
      .selectFrom('comments')
      .select(['content_id', 'user_id', 'moderation'])
      .where('id', '=', id)
      .where('moderation', 'in', ['approved', 'held'])
      .where(isThereFor(viewer))
      // In the same statement: under a hidden item it takes no longer than where nothing ever was.
      .where('content_id', 'in', watchableItems(viewer, tx).select('content.id'))
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal('comment_not_found')
    if (!mayRemove(viewer, found)) throw new Refusal('forbidden')
    await takeBack(tx, id)
    if (found.moderation === 'approved') await count(tx, found.content_id, 'comments_count', -1)
    await announce(tx, { what: 'comment_deleted', contentId: found.content_id, commentId: id })
  })
}

/** One's own, or what of others stands under the item for this viewer. */
function isThereFor(viewer: Member): RawBuilder<boolean> {
  return sql<boolean>`(comments.user_id = ${viewer.id}
    or (comments.moderation = 'approved' and ${isPresent(viewer, sql.ref('comments.user_id'))}))`
}

/** While somebody looks into it, it is only hidden, and erased after (ruling 18). */
async function takeBack(tx: Tx, id: string): Promise<void> {
  if (await isLookedInto(tx, 'comment_id', id))
    await tx.updateTable('comments').set({ moderation: 'deleted' }).where('id', '=', id).execute()
  else await tx.deleteFrom('comments').where('id', '=', id).execute()
}

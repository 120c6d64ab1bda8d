import { sql } from 'kysely'
import type { Comment, MayComment, postComment } from '#contract/comments.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import { count } from '../content/count.ts'
import { announce } from '../events.ts'
import { config } from '../platform/config.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { commenting } from '../safety/commenting.ts'
import { withinFirstDay } from '../safety/first-day.ts'
import { withinPace, withinPaceOfAll } from '../safety/pace.ts'
import { oneself } from '../safety/people.ts'
import { holdsContacts, readText } from '../safety/text/read.ts'
import { completesRecent } from './recent.ts'
import { shown } from './shown.ts'

type Said = ParsedOf<typeof postComment>['body']

/** Posts a comment. Everybody who watches sees it arrive, unless somebody should look at it first. */
export async function comment(viewer: Member, contentId: string, { body, anyway }: Said): Promise<Comment> {
  withinPace('comments', viewer.id)
  return transaction(async (tx) => {
    const { may, holdsSuspicious, usesStrictLists: isStrict } = await commenting(viewer, contentId, tx)
    await refuseMuted(tx, viewer)
    refuseIfMayNot(may)
    const read = readText('comment', body, { band: viewer.band, anyway, holdsSuspicious, isStrict })
    await withinPaceOfAll(tx, 'comments', viewer.id)
    await withinFirstDay(tx, viewer.id, 'comments')
    const completes =
      read.held.length === 0 &&
      holdsContacts(viewer.band, holdsSuspicious) &&
      (await completesRecent(tx, viewer.id, contentId, body))
    const why = [...read.held, ...(completes ? ['private_details'] : []), ...(await newcomer(tx, viewer))]
    const held = why.length > 0 ? 'moderators' : may === 'held' ? 'owner' : null
    const row = await tx
      .insertInto('comments')
      .values({
        content_id: contentId,
        user_id: viewer.id,
        body: read.text,
        ...(held && { moderation: 'held' as const, held_for: held, held_why: why }),
      })
      .returning(['id', 'content_id', 'user_id', 'body', 'created_at', 'moderation', 'held_for'])
      .returning(oneself(viewer.id, tx).select('avatar_url').as('avatar_url'))
      .executeTakeFirstOrThrow()
    const posted = shown({ ...row, username: viewer.username, folded: false })
    if (held === 'moderators')
      await announce(tx, {
        what: 'text_held',
        subject: 'comment',
        contentId,
        commentId: posted.id,
        userId: viewer.id,
        why,
      })
    if (held) return posted
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

function refuseIfMayNot(may: MayComment): void {
  if (may === 'staff') throw new Refusal('staff_silent')
  if (may === 'nobody') throw new Refusal('comments_off')
  if (may === 'followers') throw new Refusal('comments_followers')
}

/** Where the operator wants it, the first comments of an account wait for a moderator. */
async function newcomer(tx: Tx, viewer: Member): Promise<string[]> {
  if (config.holdFirstComments === 0) return []
  const { seen } = await tx
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('seen'))
    .where('user_id', '=', viewer.id)
    .where('moderation', '=', 'approved')
    .executeTakeFirstOrThrow()
  return seen < config.holdFirstComments ? ['newcomer'] : []
}

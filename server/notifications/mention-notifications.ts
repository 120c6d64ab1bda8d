import { type RawBuilder, sql } from 'kysely'
import { canMention } from '#server/access-policy/mention-policy.ts'
import { selectItemsWithReadableComments } from '#server/access-policy/content-queries.ts'
import { isPersonVisible } from '#server/access-policy/profile-queries.ts'
import { loadMemberById } from '#server/auth/load-viewer.ts'
import { isThreadAuthorVisible } from '#server/comments/comment-permissions.ts'
import type { CommentEventData } from '#server/domain-events.ts'
import { db, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enqueueJobs } from '#server/platform/queue/queue.ts'
import { type NotificationTrigger, notificationJob } from './notification-job.ts'
import { isNotificationKindDisabled } from './notification-preferences.ts'

/** How many comments by one author can cause mention notifications for the same person in 24 hours. */
const maxMentionsByPersonPerDay = 20

/** Notifies the people whom a comment mentions. */
export function enqueueMentionNotifications(tx: Tx, comment: CommentEventData, at: string): Promise<void> {
  const { id: subjectId, user_id: actorId, content_id: contentId, mentions } = comment
  const trigger = { kind: 'mention' as const, contentId, at, cause: { actorId, subjectId } }
  return enqueueJobs(
    tx,
    notificationJob,
    mentions.map(({ user_id: userId }) => ({ ...trigger, userId })),
  )
}

/**
 * Removes mentions that cause no notification: the mentioned person cannot see the comment, no longer allows
 * the mention, or has already been mentioned too often by this author. All mentions in this group of events
 * are of the same person.
 */
export async function filterNotifiableMentions(group: NotificationTrigger[]): Promise<NotificationTrigger[]> {
  const viewer = await loadMemberById(group[0]!.userId!)
  if (!viewer) return []
  const ids = group.map(({ cause }) => cause!.subjectId)
  const { rows } = await sql<{ id: string }>`select subject.id from unnest(${ids}::uuid[]) as subject (id)
    where exists (${selectCommentMentioningViewer(viewer, sql.ref('subject.id'))
      .where('comments.content_id', 'in', selectItemsWithReadableComments(viewer).select('content.id'))
      .where(canMention(sql.ref('comments.user_id'), sql`${viewer.id}::uuid`))
      .where(isBelowDailyLimit(viewer.id))})`.execute(db)
  const visible = new Set(rows.map(({ id }) => id))
  return group.filter(({ cause }) => visible.has(cause!.subjectId))
}

/** Selects a comment if it mentions the viewer and the viewer can see its author and its thread. */
export function selectCommentMentioningViewer(viewer: Member, commentId: RawBuilder<unknown>) {
  return db
    .selectFrom('comments')
    .innerJoin('comment_mentions', 'comment_mentions.comment_id', 'comments.id')
    .leftJoin('comments as thread', 'thread.id', 'comments.parent_id')
    .select('comments.id')
    .where('comments.id', '=', sql<string>`${commentId}`)
    .where('comments.moderation', '=', 'approved')
    .where('comment_mentions.user_id', '=', viewer.id)
    .where(isPersonVisible(viewer, sql.ref('comments.user_id')))
    .where(isThreadAuthorVisible(viewer))
}

function isBelowDailyLimit(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(select count(*) from notification_causes where notification_causes.user_id = ${userId}
    and notification_causes.kind = 'mention' and notification_causes.actor_id = comments.user_id
    and notification_causes.made_at > now() - interval '1 day') < ${maxMentionsByPersonPerDay}`
}

/**
 * Returns the ids of comments about which the user gets a more specific notification. A reply to the user
 * causes only a reply notification. A mention in a comment on the user's video causes only a mention
 * notification.
 */
export async function listAlreadyNotifiedComments(
  tx: Tx,
  userId: string,
  group: NotificationTrigger[],
): Promise<Set<string>> {
  const { kind } = group[0]!
  if (kind !== 'comment' && kind !== 'mention') return new Set()
  const ids = group.map(({ cause }) => cause!.subjectId)
  const hasReplies = kind === 'comment' || !(await isNotificationKindDisabled(tx, userId, 'reply'))
  const hasMentions = kind === 'comment' && !(await isNotificationKindDisabled(tx, userId, 'mention'))
  const rows = await tx
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', ids)
    .where(({ eb, or, exists, selectFrom, and, lit }) =>
      or([
        and([lit(hasReplies), eb('reply_to_user_id', '=', userId)]),
        and([
          lit(hasMentions),
          exists(
            selectFrom('comment_mentions')
              .select('user_id')
              .where('comment_id', '=', sql.ref<string>('comments.id'))
              .where('user_id', '=', userId),
          ),
        ]),
      ]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

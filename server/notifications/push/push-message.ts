import { defineMessages } from '#i18n/define-messages.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { loadNewVideos } from '../notification-queries.ts'
import { selectVisibleNotifications } from '../visible-notifications.ts'

/** What a browser receives: the id of the notification, the text to show and the page to open. */
export interface PushMessage {
  id: string
  title: string
  body: string
  path: string
}

/**
 * The wording of push messages. Other people can see push messages on the lock screen, so the messages
 * contain no names, no titles, no text that people wrote, and nothing about the recipient's age.
 */
const textByKind: Record<NotificationKind, string> = defineMessages('notifications/push', {
  upload_ready: 'Your video is ready to watch',
  upload_failed: 'One of your videos couldn’t be processed',
  replacement_ready: 'The new file for your video is live',
  replacement_failed: 'The new file for one of your videos couldn’t be used',
  comment: 'There’s a new comment on your video',
  reply: 'Someone replied to your comment',
  mention: 'Someone mentioned you in a comment',
  like: 'Someone liked your video',
  export_ready: 'The copy of your data is ready to download',
  turned_twenty: 'There’s news about your account',
  decision: 'There’s news about your account',
  follow_request: 'Someone wants to follow you',
  new_follower: 'You have a new follower',
  follow_approved: 'Your follow request was accepted',
  new_video: 'There’s a new video to watch',
  broadcast_cancelled: 'A broadcast you set a reminder for was cancelled',
  broadcast_rescheduled: 'A broadcast you set a reminder for has a new start time',
})

const episodeMessages = defineMessages('notifications/push-episodes', {
  newEpisode: 'There’s a new episode to watch',
})

/** Returns the message, or null if the viewer has read the notification or may not see it any more. */
export async function loadPushMessage(
  viewer: Member,
  id: string,
): Promise<(PushMessage & { kind: NotificationKind }) | null> {
  const row = await selectVisibleNotifications(viewer, db)
    .select(['notifications.kind', 'notifications.person_id', 'content.id as content_id'])
    .where('notifications.id', '=', id)
    .where('notifications.read_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { kind } = row
  const newVideos = kind === 'new_video' ? (await loadNewVideos(viewer, [id])).get(id) : undefined
  const body = newVideos?.count === 1 && newVideos.episode ? episodeMessages.newEpisode : textByKind[kind]
  return { id, kind, title: getSetting('site_name'), body, path: findPath(row, newVideos) }
}

/** Returns the path of the page that the notification leads to. */
function findPath(
  {
    kind,
    person_id,
    content_id,
  }: { kind: NotificationKind; person_id: string | null; content_id: string | null },
  newVideos: { count: number; content_id: string } | undefined,
): string {
  if (kind === 'export_ready' || kind === 'turned_twenty') return '/dashboard/data'
  if (kind === 'upload_failed') return '/dashboard'
  if (kind === 'replacement_failed' && content_id) return `/dashboard/edit/${content_id}#replace-video`
  if (kind === 'new_follower') return '/followers'
  if (newVideos?.count === 1) return `/watch/${newVideos.content_id}`
  if (content_id)
    return kind === 'comment' || kind === 'reply' || kind === 'mention'
      ? `/watch/${content_id}#comments`
      : `/watch/${content_id}`
  return person_id ? `/creator/id/${person_id}` : '/notifications'
}

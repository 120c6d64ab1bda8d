import type { ChatMessage } from '#contract/broadcasts/chat.ts'
import type { Comment } from '#contract/engagement/comments.ts'
import type { BroadcastAbsence } from '#contract/live-updates.ts'
import type { StaffRole } from '#contract/moderation/moderation-policy.ts'
import type { Tx } from './platform/db/db.ts'
import { publishLiveEvent, publishLiveEventToTopics } from './platform/live-updates/publish-live-event.ts'

/** A comment in the payload of an event. */
export interface CommentEventData extends Comment {
  /**
   * For a reply, the author of the comment that starts the thread. The id of this author decides which
   * viewers receive the reply, and is not sent to browsers.
   */
  thread_user_id: string | null
}

/** The complete list of domain events. Features emit events, and `app.ts` lists the listeners. */
export type DomainEvent =
  | { type: 'comment_posted'; comment: CommentEventData }
  | { type: 'comment_edited'; comment: CommentEventData }
  | { type: 'comment_deleted'; contentId: string; commentId: string }
  | {
      type: 'comment_reactions_changed'
      contentId: string
      commentId: string
      likes_count?: number
      pinned?: boolean
      hearted?: boolean
    }
  | { type: 'chat_message_posted'; contentId: string; message: ChatMessage }
  /** A chat message awaits the approval of the creator of the broadcast. */
  | { type: 'chat_message_held'; contentId: string; message: ChatMessage }
  | { type: 'chat_settings_changed'; contentId: string; slow_mode_seconds: number }
  /** The creator changed who can comment on the video. */
  | { type: 'comment_mode_changed'; contentId: string }
  /** Likes that are written in one batch share one event. */
  | { type: 'content_liked'; contentId: string; userIds: string[] }
  | { type: 'content_unliked'; contentId: string }
  | { type: 'counts_changed'; contentId: string; likes_count: number; comments_count: number }
  | { type: 'renditions_added'; contentId: string; renditions: string[] }
  /** The video is playable for the first time. */
  | { type: 'upload_ready'; contentId: string }
  /** The video was rejected, or processing failed after the last attempt. */
  | { type: 'upload_failed'; contentId: string }
  /** `reason` is set if the content is a broadcast that will not take place. */
  | { type: 'content_removed'; contentId: string; reason?: BroadcastAbsence }
  /** A broadcast has started, ended or been rescheduled. */
  | { type: 'broadcast_changed'; contentId: string; isCut?: boolean }
  /** A scheduled broadcast has another start time. */
  | { type: 'broadcast_rescheduled'; contentId: string }
  /** The rounded viewer count of a broadcast has changed. */
  | { type: 'broadcast_viewers_changed'; contentId: string; viewers: number | null }
  /** Captions that viewers can turn on were added, changed or removed. */
  | { type: 'captions_changed'; contentId: string }
  | { type: 'export_ready' | 'turned_twenty' | 'notifications_changed'; userId: string }
  /** A person has signed in with a provider. `role` is the staff role of the person's groups there, or null. */
  | { type: 'provider_role_asserted'; userId: string; providerId: string; role: StaffRole | null }
  /** These people got a notification about a new video or a broadcast. The ids are sorted. */
  | { type: 'followers_notified'; userIds: string[] }
  /** Staff or an automatic rule made a decision about a person's content or account, or reversed one. */
  | { type: 'decision_made'; userId: string; decisionId: string }
  | { type: 'report_opened'; caseId: string }
  /** A moderator has to review text before other people can see it. */
  | {
      type: 'text_held'
      subject: 'content' | 'comment' | 'profile'
      contentId: string | null
      commentId: string | null
      userId: string
      why: string[]
    }
  /** The author edited the text, and the check found no problem in the new version. */
  | { type: 'text_cleared'; subject: 'content' | 'profile'; contentId: string | null; userId: string }
  | { type: 'content_visibility_changed'; contentId: string }
  /**
   * The content resembles media that was removed earlier. `priority` is the priority of the reason for which
   * the earlier media was removed.
   */
  | { type: 'removed_media_matched'; contentId: string; priority: number }
  /**
   * The new file of a video resembles removed media and is held for a moderator's review. Viewers still see
   * the current file.
   */
  | { type: 'replacement_held'; contentId: string; priority: number }
  /** The replacement of a video's file has reached another state. */
  | { type: 'replacement_changed'; contentId: string }
  /** The new file of a video has taken effect. */
  | { type: 'replacement_ready'; contentId: string }
  /** The new file of a video was rejected, or processing it failed after the last attempt. */
  | { type: 'replacement_failed'; contentId: string }
  /**
   * The visibility of everything that this person has published has changed, either for all viewers or only
   * for `viewerId`.
   */
  | { type: 'creator_visibility_changed'; ownerId: string; viewerId?: string }
  /** The profile is no longer private. */
  | { type: 'profile_made_public'; userId: string }
  | {
      type: 'follow_requested' | 'follow_created' | 'follow_approved'
      followerId: string
      followedId: string
    }
  /**
   * An adult asked to follow a person aged 13–15. The request is not delivered, and the adult is not told.
   */
  | { type: 'follow_withheld'; followerId: string; followedId: string }
  /**
   * A follow or follow request ended. `isRefused` is true if the followed person ended the follow or request,
   * or if the server ended it because staff cannot follow anyone. If `isRefused` is false, the follower ended
   * the follow or withdrew the request.
   */
  | { type: 'follow_ended'; followerId: string; followedId: string; isRefused: boolean }
  /** A block or mute began or ended. The open pages of both people have to refresh their notifications. */
  | { type: 'block_or_mute_changed'; userIds: string[] }

export function getContentEventTopic(contentId: string): string {
  return `content:${contentId}`
}

/**
 * Returns the topic for two kinds of access changes: who can see this person's content, and whose comments
 * this person can see.
 */
export function getAccessEventTopic(userId: string): string {
  return `rights:${userId}`
}

export function getUserEventTopic(userId: string): string {
  return `person:${userId}`
}

/**
 * A listener starts the follow-up work for an event: it enqueues a job or writes a row in the transaction
 * that emits the event. Listeners must be fast, because the transaction waits for them.
 */
export type DomainEventListener = (tx: Tx, event: DomainEvent) => Promise<void>

let eventListeners: readonly DomainEventListener[] = []

/**
 * Sets the listeners that run in addition to live updates, and returns the previous listeners. `app.ts` lists
 * the listeners, so that no feature imports a feature of a higher layer.
 */
export function setEventListeners(listeners: readonly DomainEventListener[]): readonly DomainEventListener[] {
  const previous = eventListeners
  eventListeners = listeners
  return previous
}

/**
 * Emits an event in the caller's transaction. The event takes effect if and only if the transaction commits.
 */
export async function emitEvent(tx: Tx, event: DomainEvent): Promise<void> {
  await publishToPages(tx, event)
  for (const listener of eventListeners) await listener(tx, event)
}

async function publishToPages(tx: Tx, event: DomainEvent): Promise<void> {
  switch (event.type) {
    case 'comment_posted':
    // Open pages replace the earlier version of the comment, because both versions have the same id.
    case 'comment_edited':
      return publishLiveEvent(tx, getContentEventTopic(event.comment.content_id), 'comment', event.comment)
    case 'comment_deleted':
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'comment_deleted', {
        id: event.commentId,
      })
    case 'chat_message_posted':
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'chat', event.message)
    case 'chat_message_held':
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'chat_held', event.message)
    case 'chat_settings_changed': {
      const { contentId, slow_mode_seconds } = event
      return publishLiveEvent(tx, getContentEventTopic(contentId), 'chat_settings', { slow_mode_seconds })
    }
    case 'comment_reactions_changed': {
      const { type: _, contentId, commentId: id, ...reactions } = event
      return publishLiveEvent(tx, getContentEventTopic(contentId), 'comment_reactions', { id, ...reactions })
    }
    case 'counts_changed': {
      const { contentId, likes_count, comments_count } = event
      return publishLiveEvent(tx, getContentEventTopic(contentId), 'counts', { likes_count, comments_count })
    }
    case 'renditions_added':
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'renditions', {
        renditions: event.renditions,
      })
    case 'captions_changed':
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'captions', {})
    case 'broadcast_changed': {
      const data = event.isCut ? { cut: true as const } : {}
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'broadcast', data)
    }
    case 'broadcast_viewers_changed':
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'viewers', {
        viewers: event.viewers,
      })
    case 'content_removed':
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'gone', { reason: event.reason })
    case 'notifications_changed':
      return publishLiveEvent(tx, getUserEventTopic(event.userId), 'bell', {})
    case 'followers_notified':
      return publishLiveEventToTopics(tx, event.userIds.map(getUserEventTopic), 'bell', {})
    case 'broadcast_rescheduled':
    case 'content_liked':
    case 'content_unliked':
    case 'upload_ready':
    case 'upload_failed':
    case 'removed_media_matched':
    case 'replacement_held':
    case 'replacement_changed':
    case 'replacement_ready':
    case 'replacement_failed':
    case 'provider_role_asserted':
    case 'export_ready':
    case 'decision_made':
    case 'report_opened':
    case 'text_held':
    case 'text_cleared':
    case 'turned_twenty':
    case 'profile_made_public':
    case 'follow_requested':
    case 'follow_created':
    case 'follow_approved':
    case 'follow_withheld':
    case 'follow_ended':
    case 'block_or_mute_changed':
      // These events need no live update of their own: open pages learn about them from updated counts, other
      // live events, or changes of access.
      return
    case 'content_visibility_changed':
      return publishLiveEvent(tx, getContentEventTopic(event.contentId), 'audience', {})
    case 'comment_mode_changed': {
      const topic = getContentEventTopic(event.contentId)
      // Open streams first check again whether their viewers can still see the comments. Then the open pages
      // load the comments again.
      await publishLiveEvent(tx, topic, 'audience', {})
      return publishLiveEvent(tx, topic, 'reset', {})
    }
    case 'creator_visibility_changed': {
      const { ownerId, viewerId } = event
      const data = viewerId === undefined ? {} : { of: viewerId }
      return publishLiveEvent(tx, getAccessEventTopic(ownerId), 'audience', data)
    }
  }
}

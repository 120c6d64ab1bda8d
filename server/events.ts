import type { Comment } from '#contract/engagement/comments.ts'
import type { Tx } from './platform/db/db.ts'
import { publishLiveEvent } from '#server/platform/live-updates/live-updates.ts'

/** The closed list of things that happen. Features announce them; who listens is written down here, once. */
export type DomainEvent =
  | { what: 'comment_posted'; comment: Comment }
  | { what: 'comment_deleted'; contentId: string; commentId: string }
  /** By all of these in one go. */
  | { what: 'liked'; contentId: string; userIds: string[] }
  | { what: 'unliked'; contentId: string }
  | { what: 'counts_changed'; contentId: string; likes_count: number; comments_count: number }
  | { what: 'renditions_added'; contentId: string; renditions: string[] }
  /** Playable for the first time. */
  | { what: 'upload_ready'; contentId: string }
  /** Refused, or given up after the last try. */
  | { what: 'upload_failed'; contentId: string }
  | { what: 'content_gone'; contentId: string }
  | { what: 'export_ready'; userId: string }
  | { what: 'turned_twenty'; userId: string }
  | { what: 'bell_changed'; userId: string }
  /** Staff or the machine decided about what somebody made, or about their account; or took a decision back. */
  | { what: 'decided'; userId: string; decisionId: string }
  /** Somebody should look at a text before others see it. */
  | {
      what: 'text_held'
      subject: 'content' | 'comment' | 'profile'
      contentId: string | null
      commentId: string | null
      userId: string
      why: string[]
    }
  /** Its author has changed it, and nothing stands out any more. */
  | { what: 'text_cleared'; subject: 'content' | 'profile'; contentId: string | null; userId: string }
  | { what: 'audience_changed'; contentId: string }
  /** It looks like something that was removed for this grave a reason. */
  | { what: 'recognised'; contentId: string; priority: number }
  /** Some may see less (or more) of everything this person made: everybody, or only the one named. */
  | { what: 'audiences_changed'; ownerId: string; viewerId?: string }
  /** The profile is no longer private. */
  | { what: 'profile_opened'; userId: string }
  | { what: 'follow_asked' | 'followed' | 'follow_approved'; followerId: string; followedId: string }
  /** A request of an adult that its recipient, of 13 to 15, is not shown; the adult is told nothing. */
  | { what: 'follow_withheld'; followerId: string; followedId: string }
  /** Taken back, or (`isFormFailure`) ended by the other or by growing up. */
  | { what: 'follow_ended'; followerId: string; followedId: string; isRefused: boolean }
  /** One blocked or muted the other, or ended that: who of them sees something else now, by id. */
  | { what: 'distance_changed'; between: string[] }

/** Where the news of an item is spoken. */
export function contentTopic(contentId: string): string {
  return `content:${contentId}`
}

/** Where it is said that rights on what a person made have changed, and whose comments a person sees. */
export function accessTopic(userId: string): string {
  return `rights:${userId}`
}

/** Where the news of one person is spoken, to themselves alone. */
export function userTopic(userId: string): string {
  return `person:${userId}`
}

/** Work that follows from a happening. It queues a job or writes a row in the same transaction, and is quick. */
export type DomainEventListener = (tx: Tx, happening: DomainEvent) => Promise<void>

let eventListeners: readonly DomainEventListener[] = []

/** Who hears of everything, beside the open pages: `app.ts` writes them out, so that no feature imports one above it. */
export function setEventListeners(these: readonly DomainEventListener[]): void {
  eventListeners = these
}

/** Tells everybody concerned, in the caller's transaction: heard if and only if it commits. */
export async function emitEvent(tx: Tx, happening: DomainEvent): Promise<void> {
  await publishToPages(tx, happening)
  for (const hear of eventListeners) await hear(tx, happening)
}

async function publishToPages(tx: Tx, happening: DomainEvent): Promise<void> {
  switch (happening.what) {
    case 'comment_posted':
      return publishLiveEvent(tx, contentTopic(happening.comment.content_id), 'comment', happening.comment)
    case 'comment_deleted':
      return publishLiveEvent(tx, contentTopic(happening.contentId), 'comment_deleted', {
        id: happening.commentId,
      })
    case 'counts_changed': {
      const { likes_count, comments_count } = happening
      return publishLiveEvent(tx, contentTopic(happening.contentId), 'counts', {
        likes_count,
        comments_count,
      })
    }
    case 'renditions_added':
      return publishLiveEvent(tx, contentTopic(happening.contentId), 'renditions', {
        renditions: happening.renditions,
      })
    case 'content_gone':
      return publishLiveEvent(tx, contentTopic(happening.contentId), 'gone', {})
    case 'bell_changed':
      return publishLiveEvent(tx, userTopic(happening.userId), 'bell', {})
    case 'liked':
    case 'unliked':
    case 'upload_ready':
    case 'upload_failed':
    case 'recognised':
    case 'export_ready':
    case 'decided':
    case 'text_held':
    case 'text_cleared':
    case 'turned_twenty':
    case 'profile_opened':
    case 'follow_asked':
    case 'followed':
    case 'follow_approved':
    case 'follow_withheld':
    case 'follow_ended':
    case 'distance_changed':
      // Pages are told by the counts, by the stream's own news, and by what follows for their rights.
      return
    case 'audience_changed':
      return publishLiveEvent(tx, contentTopic(happening.contentId), 'audience', {})
    case 'audiences_changed': {
      const { ownerId, viewerId } = happening
      return publishLiveEvent(
        tx,
        accessTopic(ownerId),
        'audience',
        viewerId === undefined ? {} : { of: viewerId },
      )
    }
  }
}

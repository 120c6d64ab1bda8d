import type { Comment } from '#contract/comments.ts'
import type { Tx } from './platform/db/db.ts'
import { publish } from './platform/live.ts'

/** The closed list of things that happen. Features announce them; who listens is written down here, once. */
export type Happening =
  | { what: 'comment_posted'; comment: Comment }
  | { what: 'comment_deleted'; contentId: string; commentId: string }
  | { what: 'counts_changed'; contentId: string; likes_count: number; comments_count: number }
  | { what: 'renditions_added'; contentId: string; renditions: string[] }
  | { what: 'content_gone'; contentId: string }

/** Where the news of an item is spoken. */
export function contentTopic(contentId: string): string {
  return `content:${contentId}`
}

/** Tells everybody concerned, in the caller's transaction: heard if and only if it commits. */
export async function announce(tx: Tx, happening: Happening): Promise<void> {
  switch (happening.what) {
    case 'comment_posted':
      return publish(tx, contentTopic(happening.comment.content_id), 'comment', happening.comment)
    case 'comment_deleted':
      return publish(tx, contentTopic(happening.contentId), 'comment_deleted', { id: happening.commentId })
    case 'counts_changed': {
      const { likes_count, comments_count } = happening
      return publish(tx, contentTopic(happening.contentId), 'counts', { likes_count, comments_count })
    }
    case 'renditions_added':
      return publish(tx, contentTopic(happening.contentId), 'renditions', {
        renditions: happening.renditions,
      })
    case 'content_gone':
      return publish(tx, contentTopic(happening.contentId), 'gone', {})
  }
}

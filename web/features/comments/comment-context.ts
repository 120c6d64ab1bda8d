import type { Comment } from '#contract/engagement/comments.ts'
import type { UseCommentsResult } from './use-comments.ts'

/** The properties that all comments on a video share. */
export interface CommentContext {
  comments: UseCommentsResult
  me: { id: string; username: string; avatar_url: string | null } | null
  /**
   * The comment whose deletion the user has just undone. After the deletion has been undone, the focus
   * returns to this comment.
   */
  restoredId: string | undefined
  onUndo: (id: string) => void
  onReport: (id: string) => void
}

export interface CommentItemProps extends CommentContext {
  comment: Comment
  /** Opens the reply form. Undefined if the viewer cannot reply. */
  onReply: ((comment: Comment) => void) | undefined
  /** True if the focus must move to the reply button because the reply form has just been closed. */
  isReplyFocused: boolean
}

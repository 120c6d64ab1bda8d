import { useRef } from 'react'
import type { Comment } from '#contract/engagement/comments.ts'
import {
  heartComment,
  likeComment,
  pinComment,
  unheartComment,
  unlikeComment,
  unpinComment,
} from '#contract/engagement/comment-reactions.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import type { CommentReactions } from './comment-list.ts'

/**
 * Manages the likes, the pin and the hearts of comments. The page shows a change before the server responds, and takes
 * it back if the server rejects it.
 */
export function useCommentReactions(change: (id: string, reactions: CommentReactions) => void) {
  /** The comments with a pending like request. Further presses wait until the server has responded. */
  const pending = useRef(new Set<string>())
  const send = async (comment: Comment, reactions: CommentReactions, request: () => Promise<unknown>) => {
    const { id, likes_count, liked, pinned, hearted } = comment
    if (pending.current.has(id)) return
    pending.current.add(id)
    change(id, reactions)
    try {
      await request()
    } catch (thrown) {
      change(id, { likes_count, liked, pinned, hearted })
      showToast.error(commentMessages.notChanged, thrown instanceof ApiCallError ? thrown.detail : undefined)
    } finally {
      pending.current.delete(id)
    }
  }
  return {
    toggleLike: (comment: Comment) => {
      const { id } = comment
      const liked = !comment.liked
      const likes_count = Math.max(0, comment.likes_count + (liked ? 1 : -1))
      return send(comment, { liked, likes_count }, async () =>
        change(id, await callApi(liked ? likeComment : unlikeComment, { params: { id } })),
      )
    },
    togglePin: (comment: Comment) => {
      const pinned = !comment.pinned
      const { id } = comment
      return send(comment, { pinned }, () => callApi(pinned ? pinComment : unpinComment, { params: { id } }))
    },
    toggleHeart: (comment: Comment) => {
      const hearted = !comment.hearted
      const { id } = comment
      return send(comment, { hearted }, () =>
        callApi(hearted ? heartComment : unheartComment, { params: { id } }),
      )
    },
  }
}

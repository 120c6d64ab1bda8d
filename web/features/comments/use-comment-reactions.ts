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
 * Manages the likes, the pin and the hearts of comments. The page shows a change before the server responds,
 * and reverts it if the server rejects it. If the user presses a button again while a request is pending,
 * only the final state is sent.
 */
export function useCommentReactions(change: (id: string, reactions: CommentReactions) => void) {
  /**
   * The states that the user wants, keyed by comment and button. Entries exist only while a request is
   * pending.
   */
  const wanted = useRef(new Map<string, boolean>())
  const set = async (
    { id, likes_count, liked, pinned, hearted }: Comment,
    reactions: CommentReactions,
    send: (on: boolean) => Promise<CommentReactions | void>,
  ) => {
    const [name, on] = Object.entries(reactions)[0] as [string, boolean]
    const key = `${id} ${name}`
    const isPending = wanted.current.has(key)
    wanted.current.set(key, on)
    change(id, reactions)
    if (isPending) return
    try {
      for (let sent = !on; sent !== wanted.current.get(key);) {
        sent = wanted.current.get(key)!
        const confirmed = await send(sent)
        if (confirmed && sent === wanted.current.get(key)) change(id, confirmed)
      }
    } catch (thrown) {
      change(id, { likes_count, liked, pinned, hearted })
      showToast.error(commentMessages.notChanged, thrown instanceof ApiCallError ? thrown.detail : undefined)
    } finally {
      wanted.current.delete(key)
    }
  }
  return {
    toggleLike: (comment: Comment) => {
      const liked = !comment.liked
      const likes_count = Math.max(0, comment.likes_count + (liked ? 1 : -1))
      return set(comment, { liked, likes_count }, (on) =>
        callApi(on ? likeComment : unlikeComment, paramsOf(comment)),
      )
    },
    togglePin: (comment: Comment) =>
      set(comment, { pinned: !comment.pinned }, (on) =>
        callApi(on ? pinComment : unpinComment, paramsOf(comment)),
      ),
    toggleHeart: (comment: Comment) =>
      set(comment, { hearted: !comment.hearted }, (on) =>
        callApi(on ? heartComment : unheartComment, paramsOf(comment)),
      ),
  }
}

function paramsOf({ id }: Comment) {
  return { params: { id } }
}

import { Heart, ThumbsUp } from 'lucide-react'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import type { CommentItemProps } from './comment-context.ts'
import { focusWithoutScroll } from './focus-without-scroll.ts'

/** The buttons below a comment: like, the creator's heart, and reply. */
export function CommentReactionBar({ comment, comments, me, onReply, isReplyFocused }: CommentItemProps) {
  const { username, likes_count, liked, hearted } = comment
  return (
    <div className="entry-reactions">
      {me ? (
        <button
          type="button"
          className={getButtonClassName({ variant: 'ghost', size: 'small' }, 'entry-like needs-js')}
          aria-pressed={liked}
          aria-label={commentMessages.like({ username, count: likes_count })}
          onClick={() => void comments.toggleLike(comment)}
        >
          <ThumbsUp fill={liked ? 'currentColor' : 'none'} aria-hidden="true" />
          {likes_count > 0 && <span className="tabular-nums">{likes_count}</span>}
        </button>
      ) : (
        likes_count > 0 && (
          <span className="entry-likes">
            <ThumbsUp aria-hidden="true" /> {likes_count}
            <span className="sr-only">{commentMessages.likes({ count: likes_count })}</span>
          </span>
        )
      )}
      {onReply && (
        <button
          type="button"
          className={getButtonClassName({ variant: 'ghost', size: 'small' }, 'needs-js')}
          aria-label={commentMessages.replyTo({ username })}
          onClick={() => onReply(comment)}
          ref={isReplyFocused ? focusWithoutScroll : undefined}
        >
          {commentMessages.reply}
        </button>
      )}
      {hearted && (
        <span className="entry-heart">
          <Heart fill="currentColor" aria-hidden="true" /> {commentMessages.hearted}
        </span>
      )}
    </div>
  )
}

import { useState } from 'react'
import type { Comment } from '#contract/engagement/comments.ts'
import { maxCountedReplies } from '#contract/engagement/comment-limits.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { commentMessages } from '#web/messages/watch/comments.ts'
import { CommentForm } from './comment-form.tsx'
import type { CommentContext } from './comment-context.ts'
import { CommentItem } from './comment-item.tsx'
import { LoadMoreButton } from './load-more-button.tsx'
import { countUnloadedReplies, type LoadedThread } from './thread-replies.ts'

/** Shows a comment with its replies. */
export function CommentThread({ thread, ...context }: CommentContext & { thread: LoadedThread }) {
  const { comments, me } = context
  const [replyTo, setReplyTo] = useState<Comment>()
  /** The comment whose reply form has just been closed. */
  const [answered, setAnswered] = useState<string>()
  const canReply = me !== null && (comments.permission === 'yes' || comments.permission === 'held')
  const closeForm = () => {
    setAnswered(replyTo?.id)
    setReplyTo(undefined)
  }
  const show = (comment: Comment) => (
    <CommentItem
      {...context}
      comment={comment}
      onReply={canReply ? setReplyTo : undefined}
      isReplyFocused={answered === comment.id && !replyTo}
    />
  )
  const comment = getComment(thread)
  const showReply = (reply: Comment) => <li key={reply.id}>{show(reply)}</li>
  const unloaded = countUnloadedReplies(thread)
  const hasReplies = thread.replies.length + thread.newReplies.length + unloaded > 0
  return (
    <li className="thread">
      {comment ? show(comment) : <p className="thread-deleted">{commentMessages.deleted}</p>}
      {hasReplies && (
        <ul className="thread-replies">
          {thread.replies.map(showReply)}
          {unloaded > 0 && (
            <li>
              <LoadMoreButton
                variant="ghost"
                size="small"
                className="thread-more needs-js"
                load={() => comments.loadReplies(thread)}
              >
                {thread.replies_count < maxCountedReplies
                  ? commentMessages.showReplies({ count: unloaded })
                  : commentMessages.showManyReplies}
              </LoadMoreButton>
            </li>
          )}
          {thread.newReplies.map(showReply)}
        </ul>
      )}
      {replyTo && me && (
        <div className="thread-form">
          <CommentForm
            key={replyTo.id}
            avatar={<Avatar name={me.username} src={me.avatar_url} size={32} />}
            label={commentMessages.yourReply({ username: replyTo.username })}
            placeholder={commentMessages.replyPlaceholder}
            initialText={replyTo.parent_id ? `@${replyTo.username} ` : ''}
            submitLabel={commentMessages.reply}
            confirmLabel={commentMessages.postAnyway}
            place={{ contentId: thread.content_id, threadId: thread.id }}
            send={(text, anyway) => comments.post(text, anyway, replyTo.id)}
            onSent={closeForm}
            onCancel={closeForm}
          />
        </div>
      )}
    </li>
  )
}

/** Returns the comment that starts a thread, or null if it was deleted. */
function getComment({ user_id, deleted, ...thread }: LoadedThread): Comment | null {
  return deleted || user_id === null ? null : { ...thread, user_id }
}

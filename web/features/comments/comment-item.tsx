import { Flag, Pin } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/engagement/comments.ts'
import { pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { commentMessages } from '#web/messages/watch/comments.ts'
import { OwnCommentActions } from './comment-actions.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentReactionBar } from './comment-reaction-bar.tsx'
import { CreatorMenu } from './creator-menu.tsx'
import { DeletedComment } from './deleted-comment.tsx'
import { CommentText } from './mentions/comment-text.tsx'
import type { CommentItemProps } from './comment-context.ts'
import type { UseCommentsResult } from './use-comments.ts'

/**
 * Shows a comment or a reply. While a deleted comment can still be restored, an undo button is shown instead
 * of the comment.
 */
export function CommentItem(props: CommentItemProps) {
  const { comment, comments, onUndo } = props
  return comments.deleting.includes(comment.id) ? (
    <DeletedComment id={comment.id} onUndo={onUndo} />
  ) : (
    <CommentEntry {...props} />
  )
}

function CommentEntry(props: CommentItemProps) {
  const { comment, comments, me, onReport } = props
  const { username, avatar_url, created_at, edited_at } = comment
  const mine = comment.user_id === me?.id
  /** The state is `closed` after editing, when the focus returns to the comment's buttons. */
  const [editing, setEditing] = useState<'open' | 'closed'>()
  const closeForm = () => setEditing('closed')
  return (
    <div className="entry">
      <Avatar name={username} src={avatar_url} size={comment.parent_id ? 32 : 40} />
      <div className="min-w-0 flex-1">
        {comment.pinned && (
          <p className="entry-pinned">
            <Pin aria-hidden="true" /> {commentMessages.pinned}
          </p>
        )}
        <p className="entry-head">
          <CommentAuthorName comment={comment} mine={mine} />
          <RelativeTime at={created_at} className="entry-time" />
          {edited_at && <span className="entry-time">{commentMessages.edited}</span>}
        </p>
        {editing === 'open' ? (
          <CommentForm
            label={commentMessages.editYours}
            initialText={comment.body}
            place={{ contentId: comment.content_id, threadId: comment.parent_id ?? undefined }}
            submitLabel={commentMessages.save}
            confirmLabel={commentMessages.saveAnyway}
            send={(text, anyway) => comments.edit(comment.id, text, anyway)}
            onSent={closeForm}
            onCancel={closeForm}
          />
        ) : (
          <CommentBody comment={comment} duration={comments.duration} />
        )}
        {comment.held && (
          <p className="entry-time">{mine ? commentMessages.waits : commentMessages.waitsForYou}</p>
        )}
        {comment.held && !mine && <HeldCommentActions comment={comment} onDecide={comments.decide} />}
        {!comment.held && editing !== 'open' && <CommentReactionBar {...props} />}
      </div>
      {editing !== 'open' && (
        <div className="entry-actions">
          {mine && (
            <OwnCommentActions
              {...props}
              onStartEditing={() => setEditing('open')}
              isFocused={editing === 'closed'}
            />
          )}
          {comments.isOwner && !comment.held ? (
            <CreatorMenu {...props} mine={mine} />
          ) : (
            !mine && (
              <IconButton
                size="small"
                className="needs-js"
                label={commentMessages.report({ username })}
                icon={<Flag />}
                onClick={() => onReport(comment.id)}
              />
            )
          )}
        </div>
      )}
    </div>
  )
}

function CommentBody({ comment, duration }: { comment: Comment; duration: number | null }) {
  const body = (
    <p className="entry-body" dir="auto">
      <CommentText comment={comment} duration={duration} />
    </p>
  )
  if (!comment.folded) return body
  return (
    <details className="entry-folded">
      <summary>{commentMessages.folded}</summary>
      {body}
    </details>
  )
}

/**
 * Shows "You" as the author of the viewer's own comments. For comments by other people, the author's username
 * and the first 8 characters of the user id are shown.
 */
function CommentAuthorName({ comment: { username, user_id }, mine }: { comment: Comment; mine: boolean }) {
  if (mine) return <b>{commentMessages.you}</b>
  return (
    <>
      <Link to={pagePaths.creator(username)} className="entry-name">
        @{username}
      </Link>
      <span className="entry-id">{user_id.slice(0, 8)}</span>
    </>
  )
}

function HeldCommentActions({
  comment,
  onDecide,
}: Pick<CommentItemProps, 'comment'> & { onDecide: UseCommentsResult['decide'] }) {
  return (
    <p className="needs-js mt-2 flex gap-2">
      {(['approve', 'remove'] as const).map((decision) => (
        <button
          key={decision}
          type="button"
          className={getButtonClassName({ size: 'small' })}
          onClick={() => void onDecide(comment, decision)}
        >
          {commentMessages.decide[decision]}
        </button>
      ))}
    </p>
  )
}

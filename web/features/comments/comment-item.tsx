import { Flag, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Comment } from '#contract/engagement/comments.ts'
import { pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { commentMessages } from '#web/messages/watch/comments.ts'

interface Props {
  comment: Comment
  mine: boolean
  onDelete: (id: string) => void
  /** True if the user has just undone the deletion of this comment, so the focus returns to this comment. */
  isRestored: boolean
  onReport: (id: string) => void
  /** Called when the viewer approves or removes a comment that is held for approval on their own video. */
  onDecide: (comment: Comment, decision: 'approve' | 'remove') => Promise<void>
}

export function CommentItem({ comment, mine, isRestored, onDelete, onReport, onDecide }: Props) {
  const { username, avatar_url, body, folded, created_at } = comment
  return (
    <li className="entry">
      <Avatar name={username} src={avatar_url} size={40} />
      <div className="min-w-0 flex-1">
        <p className="entry-head">
          <CommentAuthorName comment={comment} mine={mine} />
          <RelativeTime at={created_at} className="entry-time" />
        </p>
        {folded ? (
          <details className="entry-folded">
            <summary>{commentMessages.folded}</summary>
            <p className="entry-body">{body}</p>
          </details>
        ) : (
          <p className="entry-body">{body}</p>
        )}
        {comment.held && (
          <p className="entry-time">{mine ? commentMessages.waits : commentMessages.waitsForYou}</p>
        )}
        {comment.held && !mine && <HeldCommentActions comment={comment} onDecide={onDecide} />}
      </div>
      {mine ? (
        <DeleteCommentButton id={comment.id} isRestored={isRestored} onDelete={onDelete} />
      ) : (
        <IconButton
          size="small"
          className="needs-js"
          label={commentMessages.report(username)}
          icon={<Flag />}
          onClick={() => onReport(comment.id)}
        />
      )}
    </li>
  )
}

/**
 * Shows "You" as the author of the viewer's own comments. Other people's comments show the author's username
 * and the first 8 characters of the user id.
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

function HeldCommentActions({ comment, onDecide }: Pick<Props, 'comment' | 'onDecide'>) {
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

function DeleteCommentButton({
  id,
  isRestored,
  onDelete,
}: Pick<Props, 'onDelete' | 'isRestored'> & { id: string }) {
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onDelete(id)
      }}
    >
      <input type="hidden" name="comment" value={id} />
      <IconButton
        type="submit"
        name="intent"
        value="delete-comment"
        size="small"
        label={commentMessages.delete}
        icon={<Trash2 />}
        ref={isRestored ? focus : undefined}
      />
    </form>
  )
}

/** Replaces a deleted comment in the list and offers to undo the deletion. */
export function DeletedComment({ id, onUndo }: { id: string; onUndo: (id: string) => void }) {
  return (
    <li className="entry-deleted">
      <span id={`deleted-${id}`}>{commentMessages.deleted}</span>
      <button
        type="button"
        ref={focus}
        className={getButtonClassName({ size: 'small' })}
        aria-describedby={`deleted-${id}`}
        onClick={() => onUndo(id)}
      >
        {commentMessages.undo}
      </button>
    </li>
  )
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true })
}

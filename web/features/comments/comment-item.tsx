import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/engagement/comments.ts'
import { pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { TextWithTimecodes } from '#web/ui/formatting/text-with-timecodes.tsx'
import { seekPageVideo } from '#web/player/seek-page-video.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import { CommentForm } from './comment-form.tsx'
import { DeletedComment } from './deleted-comment.tsx'
import { focusWithoutScroll } from './focus-without-scroll.ts'
import { useIsEditable } from './use-is-editable.ts'
import type { UseCommentsResult } from './use-comments.ts'

/** What all comments of a video share. */
export interface CommentContext {
  comments: UseCommentsResult
  me: { id: string; username: string; avatar_url: string | null } | null
  /** The comment whose deletion the user has just undone, so the focus returns to it. */
  restoredId: string | undefined
  onUndo: (id: string) => void
  onReport: (id: string) => void
}

interface Props extends CommentContext {
  comment: Comment
  /** Opens the form for a reply. Undefined if the viewer cannot reply. */
  onReply: ((comment: Comment) => void) | undefined
  /** Whether the focus moves to the reply button, because the form for a reply has just been closed. */
  isReplyFocused: boolean
}

/** Shows a comment or a reply, or the offer to restore it while its deletion can be undone. */
export function CommentItem(props: Props) {
  const { comment, comments, onUndo } = props
  return comments.deleting.includes(comment.id) ? (
    <DeletedComment id={comment.id} onUndo={onUndo} />
  ) : (
    <CommentEntry {...props} />
  )
}

function CommentEntry(props: Props) {
  const { comment, comments, me, onReply, isReplyFocused } = props
  const { username, avatar_url, created_at, edited_at } = comment
  const mine = comment.user_id === me?.id
  /** `closed` after editing, when the focus returns from the form to the buttons of the comment. */
  const [editing, setEditing] = useState<'open' | 'closed'>()
  const closeForm = () => setEditing('closed')
  return (
    <div className="entry">
      <Avatar name={username} src={avatar_url} size={comment.parent_id ? 32 : 40} />
      <div className="min-w-0 flex-1">
        <p className="entry-head">
          <CommentAuthorName comment={comment} mine={mine} />
          <RelativeTime at={created_at} className="entry-time" />
          {edited_at && <span className="entry-time">{commentMessages.edited}</span>}
        </p>
        {editing === 'open' ? (
          <CommentForm
            label={commentMessages.editYours}
            initialText={comment.body}
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
        {onReply && !comment.held && editing !== 'open' && (
          <button
            type="button"
            className={getButtonClassName({ variant: 'ghost', size: 'small' }, 'entry-reply needs-js')}
            aria-label={commentMessages.replyTo(username)}
            onClick={() => onReply(comment)}
            ref={isReplyFocused ? focusWithoutScroll : undefined}
          >
            {commentMessages.reply}
          </button>
        )}
      </div>
      {mine ? (
        editing !== 'open' && (
          <OwnCommentActions
            {...props}
            onStartEditing={() => setEditing('open')}
            isFocused={editing === 'closed'}
          />
        )
      ) : (
        <OtherCommentActions {...props} />
      )}
    </div>
  )
}

function CommentBody({ comment, duration }: { comment: Comment; duration: number | null }) {
  const body = (
    <p className="entry-body">
      <TextWithTimecodes text={comment.body} duration={duration} onSeek={seekPageVideo} />
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

function HeldCommentActions({
  comment,
  onDecide,
}: Pick<Props, 'comment'> & { onDecide: UseCommentsResult['decide'] }) {
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

function OtherCommentActions({ comment, comments, restoredId, onReport }: Props) {
  const { id, username } = comment
  return (
    <div className="entry-actions needs-js">
      {comments.isOwner && !comment.held && (
        <IconButton
          size="small"
          label={commentMessages.remove(username)}
          icon={<Trash2 />}
          onClick={() => comments.remove(id)}
          ref={id === restoredId ? focusWithoutScroll : undefined}
        />
      )}
      <IconButton
        size="small"
        label={commentMessages.report(username)}
        icon={<Flag />}
        onClick={() => onReport(id)}
      />
    </div>
  )
}

interface OwnCommentActionsProps extends Pick<Props, 'comment' | 'comments' | 'restoredId'> {
  onStartEditing: () => void
  /** Whether the focus moves here, because the form for editing has just been closed. */
  isFocused: boolean
}

function OwnCommentActions(props: OwnCommentActionsProps) {
  const { comment, comments, restoredId, onStartEditing, isFocused } = props
  const isEditable = useIsEditable(comment)
  return (
    <form
      method="post"
      className="entry-actions"
      onSubmit={(event) => {
        event.preventDefault()
        comments.remove(comment.id)
      }}
    >
      {isEditable && (
        <IconButton
          size="small"
          label={commentMessages.edit}
          icon={<Pencil />}
          onClick={onStartEditing}
          ref={isFocused ? focusWithoutScroll : undefined}
        />
      )}
      <input type="hidden" name="comment" value={comment.id} />
      <IconButton
        type="submit"
        name="intent"
        value="delete-comment"
        size="small"
        label={commentMessages.delete}
        icon={<Trash2 />}
        ref={comment.id === restoredId || (isFocused && !isEditable) ? focusWithoutScroll : undefined}
      />
    </form>
  )
}

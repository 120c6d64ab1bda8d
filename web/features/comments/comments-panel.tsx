import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/engagement/comments.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { useIsRegistrationOpen } from '#web/features/auth/registration-context.ts'
import { pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import type { CommentsPanelUpdates } from './comments-panel-updates.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentsToolbar } from './comments-toolbar.tsx'
import { CommentThread } from './comment-thread.tsx'
import { LoadMoreButton } from './load-more-button.tsx'
import { useComments, type UseCommentsResult } from './use-comments.ts'

interface Props {
  feed: CommentsPanelUpdates
  /** The path of this page, to which the user returns after signing in. */
  currentPath: string
  onReport: (target: { subject: 'comment'; id: string }) => void
  /** Called when the comments panel has become interactive. */
  finishLoading: RefObject<() => void>
}

/** The content of `CommentsSection`. The code for the comments panel is loaded after the page. */
export function CommentsPanel({ feed, currentPath, onReport, finishLoading }: Props) {
  const { me } = useAuth()
  const comments = useComments(feed, me?.id)
  useEffect(() => {
    // Wait until the form has adopted the text that the user has already typed. Only then can the form be
    // submitted.
    const timer = setTimeout(finishLoading.current)
    return () => clearTimeout(timer)
  }, [finishLoading])
  /** If comments are turned off, only the creator can see the existing comments. */
  const isHidden = comments.permission === 'off' && !comments.isOwner
  const title = useRef<HTMLHeadingElement>(null)
  const deletions = useRef(0)
  const [undone, setUndone] = useState<string>()
  const undo = (id: string) => {
    comments.undo(id)
    setUndone(id)
  }
  useEffect(() => {
    // Move the focus to the panel, because the button that had focus was removed together with the deleted
    // comment.
    if (document.activeElement === document.body && deletions.current > comments.deleting.length)
      title.current?.focus({ preventScroll: true })
    deletions.current = comments.deleting.length
  }, [comments.deleting.length])
  return (
    <>
      <h2 id="comments-title" ref={title} tabIndex={-1} className="outline-none">
        {commentMessages.title}{' '}
        {!isHidden && <span className="text-quiet tabular-nums">{comments.count}</span>}
      </h2>
      {!isHidden && <CommentsToolbar comments={comments} />}
      {comments.permission === 'held' && me && (
        <p className="comments-note">{commentMessages.held({ creator: comments.creatorName })}</p>
      )}
      {isCommentingClosed(comments.permission) ? (
        <p className="comments-join">
          {comments.isOwner && comments.permission === 'off'
            ? commentMessages.offForCreator
            : commentMessages.closed[comments.permission]({ creator: comments.creatorName })}
        </p>
      ) : me ? (
        <CommentForm
          avatar={<Avatar name={me.username} src={me.avatar_url} size={40} />}
          label={commentMessages.yours}
          placeholder={commentMessages.placeholder}
          submitLabel={commentMessages.post}
          confirmLabel={commentMessages.postAnyway}
          place={{ contentId: feed.initial.contentId }}
          send={comments.post}
          formResult={feed.initial.formResult}
        />
      ) : (
        <SignInPrompt currentPath={currentPath} />
      )}
      {comments.threads.length === 0 && comments.permission !== 'off' && (
        <p className="text-quiet">{commentMessages.none}</p>
      )}
      <ul className="comments-list">
        {comments.threads.map((thread) => (
          <CommentThread
            key={thread.id}
            thread={thread}
            comments={comments}
            me={me}
            restoredId={undone}
            onUndo={undo}
            onReport={(id) => onReport({ subject: 'comment', id })}
          />
        ))}
      </ul>
      {comments.cursor && (
        <LoadMoreButton className="needs-js mt-4" load={comments.older}>
          {commentMessages.older}
        </LoadMoreButton>
      )}
      <output className="sr-only">{comments.latest && announceComment(comments.latest, me?.id)}</output>
    </>
  )
}

/**
 * Returns true if the viewer could not comment even after signing in. For such viewers, the page does not
 * suggest signing in.
 */
function isCommentingClosed(
  permission: UseCommentsResult['permission'],
): permission is 'followers' | 'nobody' | 'off' | 'staff' {
  return permission !== 'yes' && permission !== 'held'
}

/** Returns the text that screen readers announce when a comment or reply is added. */
function announceComment(
  { held, user_id, parent_id, username, body }: Comment,
  myId: string | undefined,
): string {
  if (held) return commentMessages.waits
  if (user_id === myId) return parent_id ? commentMessages.replyPosted : commentMessages.posted
  return parent_id
    ? commentMessages.replyArrived({ username, body })
    : commentMessages.arrived({ username, body })
}

function SignInPrompt({ currentPath }: { currentPath: string }) {
  return (
    <div className="comments-join">
      <p>{commentMessages.joinIn}</p>
      <p className="flex flex-wrap gap-2">
        <Link
          to={pagePaths.signIn(currentPath, { for: 'comment' })}
          className={getButtonClassName({ size: 'small' })}
        >
          {commentMessages.logIn}
        </Link>
        {useIsRegistrationOpen() && (
          <Link
            to={pagePaths.signUp(currentPath)}
            className={getButtonClassName({ variant: 'primary', size: 'small' })}
          >
            {commentMessages.signUp}
          </Link>
        )}
      </p>
    </div>
  )
}

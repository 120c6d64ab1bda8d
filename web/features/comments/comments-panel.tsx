import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CommentComposer, type CommentAuthor } from './comment-composer.tsx'
import { DeletedComment, CommentItem } from './comment-item.tsx'
import type { UseCommentsResult } from './use-comments.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import './comments.css'

interface Props {
  comments: UseCommentsResult
  count: number
  me: CommentAuthor | null
  /** The path of this page, to which the user returns after signing in. */
  currentPath: string
  onReport: (commentId: string) => void
  /**
   * The server's response to a comment form that was submitted without JavaScript. The field `text` contains
   * the submitted comment.
   */
  answer?: { text: string; problem: string; asked: boolean }
}

export function CommentsPanel({ comments, count, me, currentPath, onReport, answer }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const deletions = useRef(0)
  const [undone, setUndone] = useState<string>()
  const undo = (id: string) => {
    comments.undo(id)
    setUndone(id)
  }
  useEffect(() => {
    // Move the focus to the panel, because the focused button was removed together with the deleted comment.
    if (document.activeElement === document.body && deletions.current > comments.deleting.length)
      title.current?.focus({ preventScroll: true })
    deletions.current = comments.deleting.length
  }, [comments.deleting.length])
  const announcement = useCommentAnnouncement(comments.items, me?.id)
  return (
    <section id="comments" aria-labelledby="comments-title" className="comments">
      <h2 id="comments-title" ref={title} tabIndex={-1} className="outline-none">
        {commentMessages.title} <span className="text-quiet tabular-nums">{count}</span>
      </h2>
      {isCommentingClosed(comments.may) ? (
        <p className="comments-join">{commentMessages.closed[comments.may]}</p>
      ) : me ? (
        <CommentComposer me={me} post={comments.post} answer={answer} />
      ) : (
        <SignInPrompt currentPath={currentPath} />
      )}
      {comments.items.length === 0 && <p className="text-quiet">{commentMessages.none}</p>}
      <ul className="comments-list">
        {comments.items.map((comment) =>
          comments.deleting.includes(comment.id) ? (
            <DeletedComment key={comment.id} id={comment.id} onUndo={undo} />
          ) : (
            <CommentItem
              key={comment.id}
              comment={comment}
              mine={comment.user_id === me?.id}
              isRestored={comment.id === undone}
              onDelete={comments.remove}
              onReport={onReport}
              onDecide={comments.decide}
            />
          ),
        )}
      </ul>
      {comments.cursor && <OlderCommentsButton load={comments.older} />}
      <output className="sr-only">{announcement}</output>
    </section>
  )
}

/**
 * Returns true if the viewer could not comment even after signing in. If so, the page does not suggest
 * signing in.
 */
function isCommentingClosed(may: UseCommentsResult['may']): may is 'followers' | 'nobody' | 'staff' {
  return may !== 'yes' && may !== 'held'
}

/**
 * Returns the text that screen readers announce for a new comment. Older comments that the viewer loads on
 * demand are not announced.
 */
function useCommentAnnouncement(items: UseCommentsResult['items'], myId: string | undefined): string {
  const [top, setTop] = useState(items[0])
  const [announcement, setAnnouncement] = useState('')
  const newest = items[0]
  if (newest && newest.id !== top?.id && (!top || newest.created_at >= top.created_at)) {
    setTop(newest)
    setAnnouncement(
      newest.held
        ? commentMessages.waits
        : newest.user_id === myId
          ? commentMessages.posted
          : commentMessages.arrived(newest.username, newest.body),
    )
  }
  return announcement
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
        <Link
          to={pagePaths.signUp(currentPath)}
          className={getButtonClassName({ variant: 'primary', size: 'small' })}
        >
          {commentMessages.signUp}
        </Link>
      </p>
    </div>
  )
}

function OlderCommentsButton({ load }: { load: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    await load()
    setBusy(false)
  }
  return (
    <Button className="needs-js mt-4" busy={busy} onClick={() => void more()}>
      {commentMessages.older}
    </Button>
  )
}

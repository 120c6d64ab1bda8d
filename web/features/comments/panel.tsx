import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Composer, type Writer } from './composer.tsx'
import { Deleted, Entry } from './entry.tsx'
import type { Comments } from './use-comments.ts'
import { words } from '#web/words/comments.ts'
import './comments.css'

interface Props {
  comments: Comments
  count: number
  me: Writer | null
  /** The path of this page, where signing in leads back to. */
  here: string
  onReport: (commentId: string) => void
  /** What the server said to a form sent without script, and the text it came with. */
  answer?: { text: string; problem: string; asked: boolean }
}

export function CommentsPanel({ comments, count, me, here, onReport, answer }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const deletions = useRef(0)
  const [undone, setUndone] = useState<string>()
  const undo = (id: string) => {
    comments.undo(id)
    setUndone(id)
  }
  useEffect(() => {
    // The button that had focus went with its comment: the keyboard goes on from here.
    if (document.activeElement === document.body && deletions.current > comments.deleting.length)
      title.current?.focus({ preventScroll: true })
    deletions.current = comments.deleting.length
  }, [comments.deleting.length])
  const news = useNews(comments.items, me?.id)
  return (
    <section id="comments" aria-labelledby="comments-title" className="comments">
      <h2 id="comments-title" ref={title} tabIndex={-1} className="outline-none">
        {words.title} <span className="text-quiet tabular-nums">{count}</span>
      </h2>
      {isOff(comments.may) ? (
        <p className="comments-join">{words.closed[comments.may]}</p>
      ) : me ? (
        <Composer me={me} post={comments.post} answer={answer} />
      ) : (
        <JoinIn here={here} />
      )}
      {comments.items.length === 0 && <p className="text-quiet">{words.none}</p>}
      <ul className="comments-list">
        {comments.items.map((comment) =>
          comments.deleting.includes(comment.id) ? (
            <Deleted key={comment.id} id={comment.id} onUndo={undo} />
          ) : (
            <Entry
              key={comment.id}
              comment={comment}
              mine={comment.user_id === me?.id}
              isBack={comment.id === undone}
              onDelete={comments.remove}
              onReport={onReport}
              onDecide={comments.decide}
            />
          ),
        )}
      </ul>
      {comments.cursor && <Older load={comments.older} />}
      <output className="sr-only">{news}</output>
    </section>
  )
}

/** Nobody is asked to join for what they could not do then. */
function isOff(may: Comments['may']): may is 'followers' | 'nobody' | 'staff' {
  return may !== 'yes' && may !== 'held'
}

/** What a screen reader hears when a comment arrives: that one alone, not the older ones one asks for. */
function useNews(items: Comments['items'], myId: string | undefined): string {
  const [top, setTop] = useState(items[0])
  const [news, setNews] = useState('')
  const newest = items[0]
  if (newest && newest.id !== top?.id && (!top || newest.created_at >= top.created_at)) {
    setTop(newest)
    setNews(
      newest.held
        ? words.waits
        : newest.user_id === myId
          ? words.posted
          : words.arrived(newest.username, newest.body),
    )
  }
  return news
}

function JoinIn({ here }: { here: string }) {
  return (
    <div className="comments-join">
      <p>{words.joinIn}</p>
      <p className="flex flex-wrap gap-2">
        <Link to={paths.login(here, { for: 'comment' })} className={buttonClass({ size: 'small' })}>
          {words.logIn}
        </Link>
        <Link to={paths.signup(here)} className={buttonClass({ variant: 'primary', size: 'small' })}>
          {words.signUp}
        </Link>
      </p>
    </div>
  )
}

function Older({ load }: { load: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    await load()
    setBusy(false)
  }
  return (
    <Button className="needs-js mt-4" busy={busy} onClick={() => void more()}>
      {words.older}
    </Button>
  )
}

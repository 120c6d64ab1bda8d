import { Check, CheckCheck, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notifications.ts'
import { paths } from '#web/paths.ts'
import { showBeside } from '#web/ui/anchor.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { words } from '#web/words/notifications.ts'
import { Entry } from './entry.tsx'
import { useEntries } from './use-entries.ts'
import './centre.css'

export interface CentreProps {
  bell: RefObject<HTMLElement | null>
  unread: number
  onUnread: (unread: number) => void
  onClose: () => void
}

/** What the bell opens: the newest news, beside it; on a phone over the whole width. The browser's own popover closes it. */
export function Centre({ bell, unread, onUnread, onClose }: CentreProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!box.current || !bell.current) return
    showBeside(box.current, bell.current, 'bottom-end')
    box.current.focus()
  }, [bell])
  const { items, failed, more, retry, readOne, readAll } = useEntries(unread, onUnread)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- it only closes after its links
    <dialog
      ref={box}
      popover="auto"
      tabIndex={-1}
      aria-label={words.title}
      className="centre"
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onClick={(event) => (event.target as Element).closest('a') && box.current?.hidePopover()}
    >
      <div className="centre-head">
        <h2 className="text-21">{words.title}</h2>
        {items && items.length > 0 && (
          <Button variant="ghost" size="small" onClick={() => void readAll()}>
            <CheckCheck aria-hidden="true" /> {words.readAll}
          </Button>
        )}
        <IconButton
          bare
          label={words.close}
          icon={<X aria-hidden="true" />}
          onClick={() => box.current?.hidePopover()}
        />
      </div>
      {failed ? (
        <p className="centre-note" role="alert">
          {words.failed}{' '}
          <Button size="small" onClick={retry}>
            {words.retry}
          </Button>
        </p>
      ) : (
        <List items={items} more={more} onOpen={onUnread} onRead={readOne} onAnswered={retry} />
      )}
      <Link to={paths.notifications} className={buttonClass({ variant: 'quiet' }, 'centre-all')}>
        {words.all}
      </Link>
    </dialog>
  )
}

interface ListProps {
  items: Notification[] | undefined
  more: boolean
  onOpen: (unread: number) => void
  onRead: (entry: Notification) => Promise<void>
  onAnswered: () => void
}

function List({ items, more, onOpen, onRead, onAnswered }: ListProps) {
  if (!items) return <Waiting />
  if (items.length === 0)
    return (
      <EmptyState title={words.none.title} drawing="bell" heading="h3">
        {words.none.text}
      </EmptyState>
    )
  return (
    <>
      <ul className="notes">
        {items.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            onOpen={onOpen}
            onAnswered={onAnswered}
            action={
              <IconButton
                bare
                label={words.readOne(words.sentence(entry))}
                icon={<Check aria-hidden="true" />}
                onClick={({ currentTarget }) => {
                  // The button goes with what it did: the keyboard stays on its line.
                  currentTarget.closest('li')?.querySelector('a')?.focus()
                  void onRead(entry)
                }}
              />
            }
          />
        ))}
      </ul>
      {!more && <p className="centre-note">{words.end}</p>}
    </>
  )
}

function Waiting() {
  return (
    <div className="notes" aria-busy="true">
      <span className="sr-only">{words.loading}</span>
      {[1, 2, 3].map((n) => (
        <div key={n} className="note">
          <div className="note-link">
            <Skeleton className="h-11 w-11 rounded-pill" />
            <Skeleton className="h-10 flex-1 rounded-small" />
          </div>
        </div>
      ))}
    </div>
  )
}

import { Check, CheckCheck, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notifications.ts'
import { pagePaths } from '#web/paths.ts'
import { showPopoverBeside } from '#web/ui/overlays/popover-position.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { formatTime, useTimeZone } from '#web/ui/formatting/time-zone.ts'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'
import { formatNotification } from './format-notification.ts'
import { NotificationItem } from './notification-item.tsx'
import { QuietHoursNote } from './quiet-hours-note.tsx'
import { useNotifications } from './use-notifications.ts'
import './notification-panel.css'

export interface NotificationPanelProps {
  bell: RefObject<HTMLElement | null>
  unread: number
  onUnread: (unread: number) => void
  onClose: () => void
}

/**
 * The panel with the newest notifications. The panel opens when the user presses the bell in the navigation
 * bar. On phones, the panel is as wide as the screen. The panel is a popover, so the browser closes it when
 * the user presses Escape or clicks outside it.
 */
export function NotificationPanel({ bell, unread, onUnread, onClose }: NotificationPanelProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!box.current || !bell.current) return
    showPopoverBeside(box.current, bell.current, 'bottom-end')
    box.current.focus()
  }, [bell])
  const { items, failed, more, quietUntil, retry, readOne, readAll } = useNotifications(unread, onUnread)
  const timeZone = useTimeZone()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the handler only closes the panel after a click on a link
    <dialog
      ref={box}
      popover="auto"
      tabIndex={-1}
      aria-label={notificationMessages.title}
      className="centre"
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onClick={(event) => (event.target as Element).closest('a') && box.current?.hidePopover()}
    >
      <div className="centre-head">
        <h2 className="text-21">{notificationMessages.title}</h2>
        {items && items.length > 0 && (
          <Button variant="ghost" size="small" onClick={() => void readAll()}>
            <CheckCheck aria-hidden="true" /> {notificationMessages.readAll}
          </Button>
        )}
        <IconButton
          bare
          label={notificationMessages.close}
          icon={<X aria-hidden="true" />}
          onClick={() => box.current?.hidePopover()}
        />
      </div>
      {quietUntil && <QuietHoursNote until={formatTime(quietUntil, timeZone)} />}
      {failed ? (
        <p className="centre-note" role="alert">
          {notificationMessages.failed}{' '}
          <Button size="small" onClick={retry}>
            {notificationMessages.retry}
          </Button>
        </p>
      ) : (
        <NotificationList items={items} more={more} onOpen={onUnread} onRead={readOne} onAnswered={retry} />
      )}
      <Link to={pagePaths.notifications} className={getButtonClassName({ variant: 'quiet' }, 'centre-all')}>
        {notificationMessages.all}
      </Link>
    </dialog>
  )
}

interface NotificationListProps {
  items: Notification[] | undefined
  more: boolean
  onOpen: (unread: number) => void
  onRead: (entry: Notification) => Promise<void>
  onAnswered: () => void
}

function NotificationList({ items, more, onOpen, onRead, onAnswered }: NotificationListProps) {
  const timeZone = useTimeZone()
  if (!items) return <NotificationSkeletons />
  if (items.length === 0)
    return (
      <EmptyState title={notificationMessages.none.title} drawing="bell" heading="h3">
        {notificationMessages.none.text}
      </EmptyState>
    )
  return (
    <>
      <ul className="notes">
        {items.map((entry) => (
          <NotificationItem
            key={entry.id}
            entry={entry}
            onOpen={onOpen}
            onAnswered={onAnswered}
            action={
              <IconButton
                bare
                label={notificationMessages.readOne({ sentence: formatNotification(entry, timeZone) })}
                icon={<Check aria-hidden="true" />}
                onClick={({ currentTarget }) => {
                  // The pressed button disappears, so move the focus to the notification that contained it.
                  currentTarget.closest('li')?.querySelector('a')?.focus()
                  void onRead(entry)
                }}
              />
            }
          />
        ))}
      </ul>
      {!more && <p className="centre-note">{notificationMessages.end}</p>}
    </>
  )
}

function NotificationSkeletons() {
  return (
    <div className="notes" aria-busy="true">
      <span className="sr-only">{notificationMessages.loading}</span>
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

import { Bell as BellIcon } from 'lucide-react'
import { type ComponentType, type MouseEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { notificationBellMessages } from '#web/messages/site/notification-bell.ts'
import type { NotificationPanelProps } from './notification-panel.tsx'
import { useUnreadCount } from './use-unread-count.ts'
import type { UnreadNotificationState } from './unread-state.ts'
import './notification-bell.css'

/**
 * Loads the code of the notification panel. Returns undefined on failure, for example while the browser is
 * offline. If the code for the notification panel cannot be loaded, the bell opens the notifications page
 * instead.
 */
const loadNotificationPanel = () => import('./notification-panel.tsx').catch(() => undefined)

/**
 * The bell icon in the navigation bar. The bell is a link to the notifications page. With JavaScript,
 * pressing the bell opens the notification panel instead of the page. The code for the notification panel is
 * loaded when the bell is pressed.
 */
export function NotificationBell({ first }: { first: UnreadNotificationState }) {
  const isHere = useLocation().pathname === pagePaths.notifications
  const { revalidate } = useRevalidator()
  const { unread, rang, setUnread } = useUnreadCount(first, () => {
    // Reload the data, so the list on the notifications page also shows the new notification.
    if (isHere) void revalidate()
  })
  const [Centre, setCentre] = useState<ComponentType<NotificationPanelProps>>()
  // Counts how often the panel was opened. 0 while the panel is closed.
  const [opening, setOpening] = useState(0)
  const lastOpening = useRef(0)
  const link = useRef<HTMLAnchorElement>(null)
  // If the panel is open, pressing the bell closes the panel before the click event arrives.
  const wasOpen = useRef(false)
  const navigate = useNavigate()

  const toggle = async (event: MouseEvent) => {
    if (isHere || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // After Escape, the browser hides the panel at once, but reports it only later.
    const wasVisible = wasOpen.current || document.querySelector('.centre:popover-open')
    wasOpen.current = false
    if (wasVisible) return setOpening(0)
    const loaded = await loadNotificationPanel()
    if (!loaded) return navigate(pagePaths.notifications)
    setCentre(() => loaded.NotificationPanel)
    setOpening((lastOpening.current += 1))
  }
  return (
    <>
      <Link
        ref={link}
        to={pagePaths.notifications}
        className={getButtonClassName({ variant: 'ghost', icon: true }, 'bell')}
        aria-label={notificationBellMessages.name({ unread })}
        aria-haspopup="dialog"
        aria-expanded={opening > 0}
        onPointerEnter={() => void loadNotificationPanel()}
        onFocus={() => void loadNotificationPanel()}
        onPointerDown={() => (wasOpen.current = opening > 0)}
        onClick={(event) => void toggle(event)}
      >
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {notificationBellMessages.count(unread)}
          </span>
        )}
      </Link>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> is meant for form results */}
      <span role="status" className="sr-only">
        {rang}
      </span>
      {Centre && opening > 0 && (
        <Centre
          key={opening}
          bell={link}
          unread={unread}
          onUnread={setUnread}
          onClose={() => setOpening((current) => (current === opening ? 0 : current))}
        />
      )}
    </>
  )
}

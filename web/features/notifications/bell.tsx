import { Bell as BellIcon } from 'lucide-react'
import { type ComponentType, type MouseEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/bell.ts'
import type { CentreProps } from './centre.tsx'
import { type Unread, useUnread } from './use-unread.ts'
import './bell.css'

/** Undefined when the connection is gone: then the page of notifications says so. */
const loadCentre = () => import('./centre.tsx').catch(() => undefined)

/** In the bar. A link to the page of notifications, which script opens in place; the centre's script comes when it is wanted. */
export function Bell({ first }: { first: Unread }) {
  const { unread, rang, setUnread } = useUnread(first)
  const [Centre, setCentre] = useState<ComponentType<CentreProps>>()
  const [open, setOpen] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  // A press on the bell closes the open centre before the click arrives.
  const wasOpen = useRef(false)
  const navigate = useNavigate()
  const isHere = useLocation().pathname === paths.notifications

  const toggle = async (event: MouseEvent) => {
    if (isHere || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const shut = open || wasOpen.current
    wasOpen.current = false
    if (shut) return setOpen(false)
    const loaded = await loadCentre()
    if (!loaded) return navigate(paths.notifications)
    setCentre(() => loaded.Centre)
    setOpen(true)
  }
  return (
    <>
      <Link
        ref={link}
        to={paths.notifications}
        className={buttonClass({ variant: 'ghost', icon: true }, 'bell')}
        aria-label={words.name(unread)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void loadCentre()}
        onFocus={() => void loadCentre()}
        onPointerDown={() => (wasOpen.current = open)}
        onClick={(event) => void toggle(event)}
      >
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {words.count(unread)}
          </span>
        )}
      </Link>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> belongs to a form */}
      <span role="status" className="sr-only">
        {rang}
      </span>
      {Centre && open && (
        <Centre bell={link} unread={unread} onUnread={setUnread} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

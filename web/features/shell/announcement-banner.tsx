import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import type { SiteInfo } from '#contract/site-info.ts'
import { announcementMessages } from '#web/messages/site/announcement.ts'
import { dismissAnnouncement } from './announcement-cookie.ts'

interface Props {
  announcement: SiteInfo['announcement']
  /** The id of the announcement that this visitor has dismissed. */
  dismissedId: string | undefined
}

/**
 * The operator's announcement above the content of every page. The `output` element is always present, so that
 * screen readers politely read an announcement that appears while the page is open.
 */
export function AnnouncementBanner({ announcement, dismissedId }: Props) {
  const [closedId, setClosedId] = useState(dismissedId)
  const isShown = announcement !== null && announcement.id !== closedId && announcement.id !== dismissedId
  const close = () => {
    setClosedId(announcement!.id)
    dismissAnnouncement(announcement!.id)
    // The button disappears, so the focus moves to the content.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return (
    <output className="announcement-region">
      {isShown && (
        <span className="announcement" data-level={announcement.level}>
          <Megaphone aria-hidden="true" />
          <span dir="auto" className="announcement-text">
            {announcement.text}
          </span>
          <button
            type="button"
            className="announcement-close"
            aria-label={announcementMessages.dismiss}
            onClick={close}
          >
            <X aria-hidden="true" />
          </button>
        </span>
      )}
    </output>
  )
}

import { serializeCookie } from '#contract/privacy/cookies.ts'
import { isStorageAllowed } from '#web/browser-storage.ts'

export const announcementCookieName = 'announcement'

const dismissedSeconds = 90 * 24 * 3600

/** Returns the id of the announcement that was dismissed in this browser. */
export function parseAnnouncementCookie(cookies: string | null): string | undefined {
  return /(?:^|;\s*)(?:__Host-)?announcement=([\w-]+)/.exec(cookies ?? '')?.[1]
}

/** Remembers that the announcement was dismissed, if the visitor has consented to functional cookies. */
export function dismissAnnouncement(id: string): void {
  if (!isStorageAllowed('functional')) return
  document.cookie = serializeCookie(
    announcementCookieName,
    id,
    dismissedSeconds,
    location.protocol === 'https:',
  )
}

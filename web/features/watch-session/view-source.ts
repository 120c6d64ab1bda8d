import type { ViewSource } from '#contract/engagement/views.ts'
import { findCategoryByPath, isVideoListPath, pagePaths } from '#web/paths.ts'

/**
 * The part of the browser's Navigation API that this module uses. Some browsers do not support the Navigation
 * API.
 */
interface NavigationHistory {
  currentEntry: { index: number } | null
  entries(): { url: string | null }[]
}

/**
 * Returns how the viewer came to the video, as one of a fixed set of values. The URL of the previous page is
 * not sent to the server.
 */
export function getViewSource(): ViewSource {
  const path = location.pathname
  if (path.startsWith(pagePaths.embed(''))) return 'embedded'
  // On all pages except the watch page, the video plays in a dialog, so the current page is the source.
  if (!path.startsWith(pagePaths.watch(''))) return classifyViewSource(location.href, location.origin)
  // Check for a playlist first, because the previous page may be the watch page of the playlist's previous
  // video.
  if (new URLSearchParams(location.search).has('list')) return 'playlist'
  return classifyViewSource(findPreviousUrl(), location.origin)
}

/** Returns the URL of the previous page, '' if there is no previous page, or null if the URL is unknown. */
function findPreviousUrl(): string | null {
  const { navigation } = window as { navigation?: NavigationHistory }
  if (navigation?.currentEntry) {
    const previous = navigation.entries()[navigation.currentEntry.index - 1]
    return previous ? previous.url : document.referrer
  }
  // React Router numbers the pages that are opened without reloading the document.
  const isFirst = ((history.state as { idx?: number } | null)?.idx ?? 0) === 0
  return isFirst ? document.referrer : null
}

/** Classifies the URL of the page on which the viewer found the video. */
export function classifyViewSource(url: string | null, origin: string): ViewSource {
  if (url === null) return 'other'
  if (url === '') return 'direct'
  if (!URL.canParse(url) || new URL(url).origin !== origin) return 'external'
  const path = new URL(url).pathname
  if (path === pagePaths.home || path === pagePaths.newVideos()) return 'home'
  if (path === pagePaths.following()) return 'following'
  if (path.startsWith(pagePaths.watch(''))) return 'recommended'
  if (path.startsWith(pagePaths.creator(''))) return 'creator'
  if (path === pagePaths.searchPage) return 'search'
  if (path === pagePaths.playlists || path.startsWith(pagePaths.playlist(''))) return 'playlist'
  const isCategory =
    findCategoryByPath(path) !== undefined ||
    isVideoListPath(path) ||
    path.startsWith(pagePaths.genre('')) ||
    path === pagePaths.genres ||
    path === pagePaths.charts
  return isCategory ? 'category' : 'other'
}

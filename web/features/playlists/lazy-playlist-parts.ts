import { lazy } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

/*
 * The playlist parts of the watch page. They are imported through `playlist-part-loaders.ts`, because a
 * dynamic import adds the names of all files that it loads to the importing file, and the watch page has a
 * size limit.
 */
const loadParts = () => import('./playlist-part-loaders.ts')

/** The list of videos beside the player, loaded only if a playlist is playing. */
export const LazyNextUp = lazy(retryWhenOnline(() => loadParts().then((parts) => parts.loadNextUp())))

export const LazySaveToPlaylistDialog = lazy(
  retryWhenOnline(() => loadParts().then((parts) => parts.loadSaveToPlaylistDialog())),
)

/** Whether the URL of the watch page names a playlist (`playlist-queue-order.ts`). */
export const hasPlaylistQuery = (search: string) => search.includes('list=')

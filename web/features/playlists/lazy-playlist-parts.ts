import { lazy } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

/*
 * The parts of the watch page that concern playlists. They are loaded in two steps, because the names of all
 * files that a part needs are listed where it is imported, and the watch page has a size limit.
 */
const loadParts = () => import('./playlist-part-loaders.ts')

/** The list of videos beside the player, loaded only if a playlist is playing. */
export const LazyNextUp = lazy(retryWhenOnline(() => loadParts().then((parts) => parts.loadNextUp())))

export const LazySaveDialog = lazy(retryWhenOnline(() => loadParts().then((parts) => parts.loadSaveDialog())))

/** Whether the URL of the watch page names a playlist (`queue-order.ts`). */
export const isInPlaylist = (search: string) => search.includes('list=')

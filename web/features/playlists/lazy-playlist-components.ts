import { lazy } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

/*
 * The playlist components that the watch page uses. The components are imported through
 * `playlist-component-loaders.ts`. A dynamic import adds the names of all files that it loads to the
 * importing file. If this file imported the components directly, the watch page would contain these names.
 */
const loadParts = () => import('./playlist-component-loaders.ts')

/** The list of videos beside the player, which is loaded only while a playlist is playing. */
export const LazyPlaylistPanel = lazy(
  retryWhenOnline(() => loadParts().then((parts) => parts.loadPlaylistPanel())),
)

export const LazySaveToPlaylistDialog = lazy(
  retryWhenOnline(() => loadParts().then((parts) => parts.loadSaveToPlaylistDialog())),
)

/** Returns whether the URL of the watch page contains a playlist (see `playlist-queue-order.ts`). */
export const hasPlaylistQuery = (search: string) => search.includes('list=')

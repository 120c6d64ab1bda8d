/* Loads the parts that `lazy-playlist-parts.ts` declares. */
export const loadNextUp = () => import('./next-up.tsx')
export const loadSaveToPlaylistDialog = () => import('./save-to-playlist-dialog.tsx')

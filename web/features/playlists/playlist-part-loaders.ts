/* Loads the components that `lazy-playlist-parts.ts` declares as lazy. */
export const loadNextUp = () => import('./next-up.tsx')
export const loadSaveToPlaylistDialog = () => import('./save-to-playlist-dialog.tsx')

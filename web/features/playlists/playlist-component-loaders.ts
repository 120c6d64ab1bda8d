/* Loads the components that `lazy-playlist-components.ts` declares as lazy. */
export const loadPlaylistPanel = () => import('./playlist-panel.tsx')
export const loadSaveToPlaylistDialog = () => import('./save-to-playlist-dialog.tsx')

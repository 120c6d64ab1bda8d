/* Loads the components that `lazy-playlist-parts.ts` declares. */
export const loadNextUp = () => import('./next-up.tsx')
export const loadSaveDialog = () => import('./save-dialog.tsx')

/**
 * Loads the transcript. This import has its own module, because a dynamic import adds the names of all files
 * that it loads to the importing file, and the size of the watch page is limited.
 */
export const loadTranscriptPanel = () => import('./transcript-panel.tsx')

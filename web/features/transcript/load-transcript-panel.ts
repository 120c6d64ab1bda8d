/**
 * Loads the transcript. A dynamic import adds the names of all files that it loads to the importing file, and the watch
 * page has a size limit.
 */
export const loadTranscriptPanel = () => import('./transcript-panel.tsx')

/**
 * Loads the transcript. A dynamic import adds the names of all files that it loads to the importing file.
 * This import has its own module, so these names do not make the watch page larger.
 */
export const loadTranscriptPanel = () => import('./transcript-panel.tsx')

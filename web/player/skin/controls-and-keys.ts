/* One file to fetch. */
export { Bubble } from './bubble.tsx'
export { Controls } from './controls.tsx'
export { KeySheet } from './key-sheet.tsx'
export { MediaInfo } from './media-info.tsx'

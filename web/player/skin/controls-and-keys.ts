/* One file to fetch. */
export { Controls } from './controls.tsx'
export { KeySheet } from './key-sheet.tsx'

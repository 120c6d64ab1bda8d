/** All of ads, in a chunk of its own: fetched only for items that have some, when somebody plays them. */
export { AdOverlay } from './ad-overlay.tsx'
export { createAdBreakController } from './ad-break-controller.ts'

/** Bundles the ads code in one chunk, which is loaded only when a video with ads is played. */
export { AdOverlay } from './ad-overlay.tsx'
export { createAdBreakController } from './ad-break-controller.ts'

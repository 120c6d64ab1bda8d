/** Bundles the code for ads in one chunk. The chunk is loaded only when a video with ads is played. */
export { AdOverlay } from './ad-overlay.tsx'
export { createAdBreakController } from './ad-break-controller.ts'

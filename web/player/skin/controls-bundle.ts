/* Bundles all of the player's controls in one chunk. */
export { PlayerFeedbackBubble } from './feedback-bubble.tsx'
export { PlayerControls } from './player-controls.tsx'
export { KeyboardShortcutsDialog } from './keyboard-shortcuts-dialog.tsx'
export { MediaSessionInfo } from './media-session-info.tsx'
export { PlaybackQualityReporter } from '../quality-report/playback-quality-reporter.tsx'

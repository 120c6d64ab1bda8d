import { defineMessages } from '#i18n/define-messages.ts'
/** The interface text of the keyboard shortcuts dialog, which the key `?` opens. */
export const keyboardShortcutMessages = defineMessages('watch/keyboard-shortcuts', {
  title: 'Keyboard shortcuts',
  space: 'Space',
  togglePlay: 'Play / pause',
  skip10: 'Back / forward 10 seconds',
  skip5: 'Back / forward 5 seconds',
  volume: 'Volume',
  mute: 'Mute',
  tenth: 'Jump to 0%–90% of the video',
  rate: 'Slower / faster',
  frame: 'Previous / next frame',
  fullscreen: 'Full screen',
  theatre: 'Theatre',
  captions: 'Captions',
  pip: 'Picture in picture',
  sheet: 'Show these shortcuts',
})

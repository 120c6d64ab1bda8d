import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text for watching broadcasts. */
export const broadcastViewingMessages = defineMessages('watch/broadcasts', {
  live: 'Live',
  liveNow: 'Live now',
  jump: 'Jump to live',
  behind: message<{ time: string }>('{time} behind live'),
  waiting: {
    title: 'Not live yet',
    text: 'The broadcast starts here by itself as soon as it’s on air.',
  },
  ended: {
    title: 'The broadcast has ended',
    soon: 'The recording will be here in a moment.',
    ready: 'You can watch the recording from the start.',
    nothing: 'There’s no recording of this broadcast.',
  },
  stop: {
    open: 'Stop broadcast',
    title: 'Stop this broadcast?',
    text: 'It stops for everyone at once. What viewers haven’t seen yet is deleted. The creator sees your reason.',
    reason: 'Reason',
    confirm: 'Stop broadcast',
    stopped: 'Broadcast stopped',
    stoppedText: 'Viewers get no more of it.',
  },
})

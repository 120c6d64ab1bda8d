import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text for watching broadcasts. */
export const broadcastViewingMessages = defineMessages('watch/broadcasts', {
  live: 'Live',
  liveNow: 'Live now',
  jump: 'Jump to live',
  behind: message<{ time: string }>('{time} behind live'),
  waiting: {
    title: 'Not live yet',
    text: 'The broadcast will start here automatically when the creator goes live.',
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
    text: 'The broadcast stops immediately for everyone, and what viewers haven’t seen yet is deleted. The creator will see your reason.',
    reason: 'Reason',
    confirm: 'Stop broadcast',
    stopped: 'Broadcast stopped',
    stoppedText: 'Viewers won’t see any more of it.',
  },
})

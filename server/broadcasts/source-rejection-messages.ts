import { defineMessages } from '#i18n/define-messages.ts'

/** Why the source of a broadcast cannot be used, and what to change. The keys are LiveSourceRejectionCodes. */
const messages = defineMessages('errors/rejected-broadcasts', {
  unreadable:
    'We couldn’t read your video. Send H.264 video with AAC or Opus sound, then start a new broadcast.',
  no_video: 'We didn’t get any video. Turn on a camera or another video source, then start a new broadcast.',
  codec:
    'Your video or sound uses a format that we can’t play. Choose H.264 video and AAC or Opus sound, then start a new broadcast.',
  too_large_picture:
    'Your picture is too large. Choose 1920 × 1080 pixels or less, then start a new broadcast.',
  too_fast: 'Your video has too many frames per second. Choose 60 or less, then start a new broadcast.',
  bitrate: 'Your bitrate is too high. Choose 8 Mbit/s or less, then start a new broadcast.',
  no_data: 'We stopped getting video from you. Check your connection, then start a new broadcast.',
  slow_start:
    'Your video arrived too slowly. Check your connection or choose a lower bitrate, then start a new broadcast.',
  timestamps:
    'The time stamps of your video jump or go backwards. Restart your streaming program, then start a new broadcast.',
  keyframe_interval:
    'Your video has too few keyframes. Choose a keyframe interval of 2 seconds, then start a new broadcast.',
  format_changed:
    'The format of your video changed while you were live. Keep the same settings, then start a new broadcast.',
})

/** Returns the message about a rejected source. `code` is the `end_detail` of the broadcast. */
export function describeSourceRejection(code: string | null): string {
  return messages[code as keyof typeof messages] ?? messages.unreadable
}

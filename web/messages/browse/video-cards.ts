import { defineMessages, message } from '#i18n/define-messages.ts'
export const videoCardMessages = defineMessages('browse/video-cards', {
  nobody: 'Creator',
  /** `part` is the watched fraction of a video, from 0 to 1. */
  watched: (part: number) => `Watched: ${Math.round(part * 100)}%`,
  play: message<{ title: string }>('Play: {title}'),
  details: message<{ title: string }>('Details: {title}'),
})

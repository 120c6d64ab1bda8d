import { defineMessages, message } from '#i18n/define-messages.ts'
export const videoCardMessages = defineMessages('browse/video-cards', {
  nobody: 'Creator',
  watched: message<{ percent: number }>('Watched: {percent}%'),
  play: message<{ title: string }>('Play: {title}'),
  details: message<{ title: string }>('Details: {title}'),
})

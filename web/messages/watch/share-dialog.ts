import { defineMessages, message } from '#i18n/define-messages.ts'
export const shareDialogMessages = defineMessages('watch/share-dialog', {
  title: 'Share this video',
  link: 'Link',
  copy: 'Copy',
  copyLink: 'Copy link',
  startAt: message<{ clock: string }>('Start at {clock}'),
  embed: 'Embed code',
  codeCopied: 'Code copied',
  failed: 'Copy failed',
  copyEmbed: 'Copy embed code',
  byApp: 'Share via another app',
})

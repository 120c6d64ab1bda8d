import { defineMessages } from '#i18n/define-messages.ts'
export const shareButtonMessages = defineMessages('watch/share-button', {
  share: 'Share',
  more: 'More ways to share',
  copied: 'Link copied',
  copiedText: 'Share it with friends!',
  failed: 'Copy failed',
})

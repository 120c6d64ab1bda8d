export const shareButtonMessages = {
  share: 'Share',
  more: 'More ways to share',
  copied: 'Link copied',
  copiedText: 'Share it with friends!',
  failed: 'Copy failed',
}

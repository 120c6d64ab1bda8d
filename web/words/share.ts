export const words = {
  share: 'Share',
  copied: 'Link copied',
  copiedText: 'Share it with friends!',
  failed: 'Copy failed',
}

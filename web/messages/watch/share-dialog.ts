export const shareDialogMessages = {
  title: 'Share this video',
  link: 'Link',
  copy: 'Copy',
  copyLink: 'Copy link',
  startAt: (clock: string) => `Start at ${clock}`,
  embed: 'Embed code',
  codeCopied: 'Code copied',
  failed: 'Copy failed',
  copyEmbed: 'Copy embed code',
  byApp: 'Share via another app',
}

export const shareDialogMessages = {
  title: 'Share this video',
  link: 'Link',
  copy: 'Copy',
  copyLink: 'Copy the link',
  startAt: (clock: string) => `Start at ${clock}`,
  embed: 'Embed code',
  codeCopied: 'Code copied',
  failed: 'Copy failed',
  copyEmbed: 'Copy the code',
  byApp: 'Share with an app',
}

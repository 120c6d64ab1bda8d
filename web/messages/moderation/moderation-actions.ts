import { defineMessages } from '#i18n/define-messages.ts'
import type { ModerationAction } from '#contract/moderation/moderation-policy.ts'

/** The name, the keyboard shortcut and the effect of each moderation action. */
export const actionLabels: Record<ModerationAction, { name: string; key: string; does: string }> =
  defineMessages(
    'moderation/actions',
    {
      approve: {
        name: 'Approve',
        key: 'a',
        does: 'Everyone who is allowed to see the content can see it again. New reports for the same reason won’t hide it again.',
      },
      limit: {
        name: 'Limit',
        key: 'l',
        does: 'Anyone with the link can watch the video, but it doesn’t appear in search, charts or any list of videos.',
      },
      rate_16: { name: 'Rate 16+', key: '6', does: 'Only members aged 16 or older can see the video.' },
      hold: {
        name: 'Hold',
        key: 'h',
        does: 'Only the owner can see the content until this case is decided.',
      },
      refuse_replacement: {
        name: 'Reject the new file',
        key: 'f',
        does: 'The new file is deleted, and the video keeps its current file. We tell the owner why.',
      },
      stop_broadcast: {
        name: 'Stop broadcast',
        key: 'x',
        does: 'The broadcast stops immediately, and what viewers haven’t seen yet is deleted. We tell the owner why.',
      },
      remove: {
        name: 'Remove',
        key: 'r',
        does: 'Nobody can see the content any more. We tell the owner why.',
      },
      quarantine: {
        name: 'Quarantine',
        key: 'q',
        does: 'Not even staff can see the video. Use this for material that nobody should view.',
      },
      warn: { name: 'Warn', key: 'w', does: 'Sends the person a warning. Nothing is removed or restricted.' },
      mute_comments: {
        name: 'Mute comments',
        key: 'm',
        does: 'The person can’t comment for the number of days you choose.',
      },
      suspend: {
        name: 'Suspend',
        key: 's',
        does: 'The person can browse but can’t upload, comment, like or follow. Other people can’t see their profile or videos.',
      },
      force_private: {
        name: 'Make private',
        key: 'p',
        does: 'The profile becomes private, and the person can’t make it public again.',
      },
      force_rename: {
        name: 'Change username',
        key: 'n',
        does: 'Replaces the username with a neutral one. The person can choose another.',
      },
      ban: { name: 'Ban', key: 'b', does: 'Suspends the account permanently.' },
      restore: { name: 'Restore', key: 'e', does: 'Reverses the decision and removes the strikes it added.' },
      dismiss: { name: 'Dismiss', key: 'd', does: 'No rule was broken. Nothing changes.' },
    },
    ['key'],
  )

export const completedActionLabels: Record<ModerationAction, string> = defineMessages(
  'moderation/completed-actions',
  {
    approve: 'Approved',
    limit: 'Limited',
    rate_16: 'Rated 16+',
    hold: 'On hold',
    refuse_replacement: 'New file rejected',
    stop_broadcast: 'Broadcast stopped',
    remove: 'Removed',
    quarantine: 'Quarantined',
    warn: 'Warned',
    mute_comments: 'Comments muted',
    suspend: 'Suspended',
    force_private: 'Made private',
    force_rename: 'Username changed',
    ban: 'Banned',
    restore: 'Restored',
    dismiss: 'Dismissed',
  },
)

import { accountDeletionLimits } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { formatEmailDateTime } from '#server/platform/format-date-time.ts'

/** Confirms a scheduled deletion, and says what happens when and how to cancel it. */
export function deletionScheduledEmail(to: string, leavingAt: Date): EmailMessage {
  const until = formatEmailDateTime(
    new Date(leavingAt.getTime() + accountDeletionLimits.cancelHours * 3600_000),
  )
  return {
    to,
    subject: `Your ${config.siteName} account will be deleted`,
    text: `Hi!\n\nYou asked us to delete your account. Nobody else sees you or your videos any more.\n\nChanged your mind, or was it not you? Until ${until} you can sign in and cancel it on your dashboard:\n\n${config.publicUrl}/dashboard\n\nAfter that everything is erased for good, within ${accountDeletionLimits.erasedHours} hours of your request.\n`,
  }
}

/**
 * The last email to the account. The stored copy of this email is deleted before the 48-hour deadline for
 * erasure.
 */
export function accountErasedEmail(to: string): EmailMessage {
  return {
    to,
    keptHours: 20,
    subject: `Your ${config.siteName} account is deleted`,
    text: `Hi!\n\nYour account is erased, with everything in it: profile, videos, comments, likes. We keep nothing of it, and this is our last letter to you.\n\nTake care. Should you ever want to come back, you can join anew.\n`,
  }
}

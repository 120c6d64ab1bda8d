import { defineMessages, message } from '#i18n/define-messages.ts'
import { accountDeletionLimits } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { formatEmailDateTime } from '#server/platform/format-date-time.ts'

const messages = defineMessages('emails/account-deletion', {
  scheduled: {
    subject: message<{ site: string }>('Your {site} account will be deleted'),
    text: message<{ until: string; link: string; hours: number }>(
      "Hi!\n\nYou asked us to delete your account. Other people can no longer see you or your videos.\n\nIf you changed your mind, or if it wasn't you, sign in and cancel the deletion on your dashboard by {until}:\n\n{link}\n\nAfter that, we permanently delete everything, within {hours} hours of your request.\n",
    ),
  },
  erased: {
    subject: message<{ site: string }>('Your {site} account has been deleted'),
    text: 'Hi!\n\nWe have deleted your account and everything in it: your profile, videos, comments and likes. This is our last email to you.\n\nTake care. If you ever want to come back, you can join again.\n',
  },
})

/**
 * Returns the email that confirms that the deletion of an account is scheduled. The email says when each step
 * of the deletion happens and how to cancel the deletion.
 */
export function deletionScheduledEmail(to: string, leavingAt: Date): EmailMessage {
  const until = formatEmailDateTime(
    new Date(leavingAt.getTime() + accountDeletionLimits.cancelHours * 3600_000),
  )
  const { subject, text } = messages.scheduled
  return {
    to,
    subject: subject({ site: getSetting('site_name') }),
    text: text({
      until,
      link: `${config.publicUrl}/dashboard`,
      hours: accountDeletionLimits.erasedHours,
    }),
  }
}

/**
 * Returns the last email that an account receives. The stored copy of this email is deleted before the
 * 48-hour deadline for erasure.
 */
export function accountErasedEmail(to: string): EmailMessage {
  return {
    to,
    keptHours: 20,
    subject: messages.erased.subject({ site: getSetting('site_name') }),
    text: messages.erased.text,
  }
}

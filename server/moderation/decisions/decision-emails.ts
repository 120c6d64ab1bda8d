import { defineMessages, message } from '#i18n/define-messages.ts'
import type { ModerationAction } from '#contract/moderation/moderation-policy.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { formatEmailDateTime } from '#server/platform/format-date-time.ts'

interface DecisionSummary {
  id: string
  action: ModerationAction
  until: Date | null
}

const messages = defineMessages('emails/decisions', {
  warn: message<{ until: string }>(
    'Something you posted, or how you used your account, broke our rules. This is a warning. Nothing else changes.',
  ),
  mute_comments: message<{ until: string }>(
    'You can’t comment until {until}. Everything else stays the same.',
  ),
  suspend: message<{ until: string }>(
    'Your account is suspended until {until}. You can sign in and look around, but you can’t post, and other people can’t see your profile or videos.',
  ),
  force_private: message<{ until: string }>(
    'We made your profile private. It stays private until this decision is reversed. Your followers can still see it.',
  ),
  force_rename: message<{ until: string }>(
    'We replaced your username, because it broke our rules. You have a temporary one and can choose another right away.',
  ),
  ban: message<{ until: string }>(
    'Your account is banned. You can still sign in to read why, download your data and delete your account.',
  ),
  furtherNotice: 'further notice',
  subject: message<{ site: string }>('A decision about your {site} account'),
  text: message<{ decision: string; link: string }>(
    'Hi!\n\n{decision}\n\nRead what the decision is about, which rule applies and how to appeal:\n\n{link}\n\nIf things are hard for you right now, talk to someone you trust.\n',
  ),
  reversedSubject: message<{ site: string }>('We reversed a decision about your {site} account'),
  reversedText: message<{ link: string }>(
    'Hi!\n\nAnother moderator reviewed the decision, and we have reversed it. We’re sorry about this.\n\n{link}\n',
  ),
})

/** The actions on an account. The site sends emails only about actions on an account. */
const emailedActions = ['warn', 'mute_comments', 'suspend', 'force_private', 'force_rename', 'ban'] as const

/**
 * Returns the email about a decision on a user's account. The user sees the details only on the site, after
 * signing in.
 */
export function decisionEmail(to: string, { id, action, until }: DecisionSummary): EmailMessage {
  const emailed = emailedActions.find((one) => one === action)
  const end = until ? formatEmailDateTime(until) : messages.furtherNotice
  return {
    to,
    subject: messages.subject({ site: getSetting('site_name') }),
    text: messages.text({
      decision: emailed ? messages[emailed]({ until: end }) : '',
      link: `${config.publicUrl}/statements/${id}`,
    }),
  }
}

/** Returns the email that tells a user that a decision about their account was reversed. */
export function decisionReversedEmail(to: string, id: string): EmailMessage {
  return {
    to,
    subject: messages.reversedSubject({ site: getSetting('site_name') }),
    text: messages.reversedText({ link: `${config.publicUrl}/statements/${id}` }),
  }
}

import type { ModerationAction } from '#contract/moderation/moderation-policy.ts'
import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { formatEmailDateTime } from '#server/platform/format-date-time.ts'

interface DecisionSummary {
  id: string
  action: ModerationAction
  until: Date | null
}

const actionTexts: Partial<Record<ModerationAction, (until: string) => string>> = {
  warn: () =>
    'Something you posted, or how you used your account, is against our rules. This is a warning: nothing else changes.',
  mute_comments: (until) => `You can’t comment until ${until}. Everything else stays as it is.`,
  suspend: (until) =>
    `Your account is suspended until ${until}. You can sign in and look around, but not post, and others don’t see you.`,
  force_private: () =>
    'Your profile is private now, and stays so until this is taken back. Your followers still see you.',
  force_rename: () => 'Your username had to go. You have a new one for now, and can choose another at once.',
  ban: () =>
    'Your account is closed. You can still sign in to read why, to take your things along, and to delete the account.',
}

/**
 * Returns the email about a decision on a user's account. Details are only shown on the site, after signing in.
 */
export function decisionEmail(to: string, { id, action, until }: DecisionSummary): EmailMessage {
  const what = actionTexts[action]?.(until ? formatEmailDateTime(until) : 'further notice') ?? ''
  return {
    to,
    subject: `A decision about your ${config.siteName} account`,
    text: `Hi!\n\n${what}\n\nWhat it is about, which rule, and how to ask somebody else to look at it again:\n\n${config.publicUrl}/statements/${id}\n\nIf something is hard for you right now, talk to somebody you trust.\n`,
  }
}

/** Returns the email that tells a user that a decision about their account was reversed. */
export function decisionReversedEmail(to: string, id: string): EmailMessage {
  return {
    to,
    subject: `We took back a decision about your ${config.siteName} account`,
    text: `Hi!\n\nSomebody else looked at it again, and we took the decision back. Sorry for the trouble.\n\n${config.publicUrl}/statements/${id}\n`,
  }
}

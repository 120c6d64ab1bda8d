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
    'Something you posted, or how you used your account, broke our rules. This is a warning. Nothing else changes.',
  mute_comments: (until) => `You can’t comment until ${until}. Everything else stays the same.`,
  suspend: (until) =>
    `Your account is suspended until ${until}. You can sign in and look around, but you can’t post, and other people can’t see your profile or videos.`,
  force_private: () =>
    'We made your profile private. It stays private until this decision is reversed. Your followers can still see it.',
  force_rename: () =>
    'We replaced your username, because it broke our rules. You have a temporary one and can choose another right away.',
  ban: () =>
    'Your account is banned. You can still sign in to read why, download your data and delete your account.',
}

/**
 * Returns the email about a decision on a user's account. The user sees the details only on the site, after
 * signing in.
 */
export function decisionEmail(to: string, { id, action, until }: DecisionSummary): EmailMessage {
  const what = actionTexts[action]?.(until ? formatEmailDateTime(until) : 'further notice') ?? ''
  return {
    to,
    subject: `A decision about your ${config.siteName} account`,
    text: `Hi!\n\n${what}\n\nRead what the decision is about, which rule applies and how to appeal:\n\n${config.publicUrl}/statements/${id}\n\nIf things are hard for you right now, talk to someone you trust.\n`,
  }
}

/** Returns the email that tells a user that a decision about their account was reversed. */
export function decisionReversedEmail(to: string, id: string): EmailMessage {
  return {
    to,
    subject: `We reversed a decision about your ${config.siteName} account`,
    text: `Hi!\n\nAnother moderator reviewed the decision, and we have reversed it. We’re sorry about this.\n\n${config.publicUrl}/statements/${id}\n`,
  }
}

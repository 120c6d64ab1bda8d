import { defineMessages, message } from '#i18n/define-messages.ts'
import { signInLinkLimits } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { getRoutePattern } from '#server/platform/http/page-route-patterns.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { isCanonicalUuid } from '#server/platform/uuid.ts'

const messages = defineMessages('emails/sign-in', {
  confirmEmail: {
    subject: message<{ site: string }>('Confirm your email for {site}'),
    text: message<{ site: string; link: string }>(
      "Hi!\n\nPlease confirm your email address. This link works for 24 hours:\n\n{link}\n\nIf you didn't join {site}, you can ignore this email.\n",
    ),
  },
  passwordReset: {
    subject: message<{ site: string }>('Choose a new password for {site}'),
    text: message<{ link: string }>(
      "Hi!\n\nSomeone, hopefully you, asked to reset your password. Choose a new one within the next hour:\n\n{link}\n\nIf it wasn't you, ignore this email. Your password stays the same.\n",
    ),
  },
  signInLink: {
    subject: message<{ site: string }>('Your sign-in link for {site}'),
    text: message<{ link: string; minutes: number }>(
      "Hi!\n\nHere is your sign-in link. It works once, within the next {minutes} minutes:\n\n{link}\n\nIf you didn't request it, ignore this email. Never share this link: anyone who has it can sign in to your account.\n",
    ),
  },
  accountAlreadyExists: {
    subject: message<{ site: string }>('You already have a {site} account'),
    text: message<{ site: string; link: string }>(
      "Hi!\n\nSomeone tried to join {site} with this email address, which already has an account. If it was you, sign in here:\n\n{link}\n\nIf you forgot your password, you can reset it on that page. If it wasn't you, you don't need to do anything.\n",
    ),
  },
  /**
   * The `change` parameter is a sentence that describes the change, and `advice` completes the email's last
   * sentence.
   */
  securityChange: message<{ change: string; advice: string }>(
    "Hi!\n\n{change}\n\nIf this was you, you don't need to do anything. If it wasn't, {advice}\n",
  ),
  passwordChanged: {
    subject: message<{ site: string }>('Your password for {site} was changed'),
    change: 'The password of your account was changed, and all your other devices were signed out.',
    advice: message<{ link: string }>('set a new password with "Forgot password?":\n\n{link}'),
  },
})

/**
 * Returns the email with the link that confirms an email address. Like all emails about accounts, this email
 * is plain text with a single link on a separate line.
 */
export function emailConfirmationEmail(to: string, token: string): EmailMessage {
  const link = `${config.publicUrl}/confirm-email?${new URLSearchParams({ token })}`
  const site = getSetting('site_name')
  const { subject, text } = messages.confirmEmail
  return { to, subject: subject({ site }), text: text({ site, link }) }
}

export function passwordResetEmail(to: string, token: string): EmailMessage {
  const link = `${config.publicUrl}/reset-password?${new URLSearchParams({ token })}`
  const { subject, text } = messages.passwordReset
  return { to, subject: subject({ site: getSetting('site_name') }), text: text({ link }) }
}

export function signInLinkEmail(to: string, token: string, next: string | undefined): EmailMessage {
  const target = next && redirectPathWithoutText(next)
  const link = `${config.publicUrl}/login/link?${new URLSearchParams({ token, ...(target && { next: target }) })}`
  const minutes = signInLinkLimits.lifetimeMs / 60_000
  const { subject, text } = messages.signInLink
  return { to, subject: subject({ site: getSetting('site_name') }), text: text({ link, minutes }) }
}

/**
 * Returns the email that tells an account's owner that someone tried to sign up with the owner's email
 * address.
 */
export function accountAlreadyExistsEmail(to: string): EmailMessage {
  const site = getSetting('site_name')
  const { subject, text } = messages.accountAlreadyExists
  return { to, subject: subject({ site }), text: text({ site, link: `${config.publicUrl}/login` }) }
}

/**
 * Returns the email that tells an account's owner that a sign-in method has changed. The `advice` parameter
 * tells the owner what to do if someone else made the change.
 */
export function signInMethodChangedEmail(
  to: string,
  subject: string,
  change: string,
  advice: string,
): EmailMessage {
  return { to, subject, text: messages.securityChange({ change, advice }) }
}

export function passwordChangedEmail(to: string): EmailMessage {
  const { subject, change, advice } = messages.passwordChanged
  return signInMethodChangedEmail(
    to,
    subject({ site: getSetting('site_name') }),
    change,
    advice({ link: `${config.publicUrl}/login` }),
  )
}

/**
 * Returns the path of the URL `next`, or undefined if the path could contain free text. Anyone can request a
 * sign-in email with any path for any email address, so free text in the path would let people send messages
 * of their own to other people's mailboxes.
 */
function redirectPathWithoutText(next: string): string | undefined {
  const { pathname } = new URL(next, config.publicUrl)
  const pattern = getRoutePattern(pathname).split('/')
  const isPlain = pathname.split('/').every((part, at) => part === pattern[at] || isCanonicalUuid(part))
  return isPlain ? pathname : undefined
}

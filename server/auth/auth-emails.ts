import { signInLinkLimits } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import { routePatternOf } from '#server/platform/http/page-route-patterns.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { isCanonicalUuid } from '#server/platform/uuid.ts'

/**
 * Returns the email that confirms an address. Like all emails about accounts, it is plain text with a single
 * link on its own line.
 */
export function emailConfirmationEmail(to: string, token: string): EmailMessage {
  const link = `${config.publicUrl}/confirm-email?${new URLSearchParams({ token })}`
  return {
    to,
    subject: `Confirm your email for ${config.siteName}`,
    text: `Hi!\n\nPlease confirm that this address is yours. The link works for a day:\n\n${link}\n\nIf you did not join ${config.siteName}, ignore this email and nothing changes.\n`,
  }
}

export function passwordResetEmail(to: string, token: string): EmailMessage {
  const link = `${config.publicUrl}/reset-password?${new URLSearchParams({ token })}`
  return {
    to,
    subject: `A new password for ${config.siteName}`,
    text: `Hi!\n\nSomebody (you, we hope) asked for a new password. Choose one here within the next hour:\n\n${link}\n\nIf it was not you, ignore this letter: your password stays as it is.\n`,
  }
}

export function signInLinkEmail(to: string, token: string, next: string | undefined): EmailMessage {
  const target = next && redirectPathWithoutText(next)
  const link = `${config.publicUrl}/login/link?${new URLSearchParams({ token, ...(target && { next: target }) })}`
  const minutes = signInLinkLimits.lasts / 60_000
  return {
    to,
    subject: `Your sign-in link for ${config.siteName}`,
    text: `Hi!\n\nHere is the link you asked for. It works once, within the next ${minutes} minutes:\n\n${link}\n\nIf it was not you, ignore this letter: nobody gets in without it. Never pass it on.\n`,
  }
}

/** Returns the email that tells an account's owner that someone tried to join with the owner's address. */
export function existingAccountEmail(to: string): EmailMessage {
  return {
    to,
    subject: `You already have a ${config.siteName} account`,
    text: `Hi!\n\nSomebody tried to join ${config.siteName} with this address, which already has an account. If it was you, sign in here:\n\n${config.publicUrl}/login\n\nForgot the password? There is a link on that page. If it was not you, there is nothing to do.\n`,
  }
}

/**
 * Returns the email that tells the owner that a sign-in method changed. `otherwise` says what to do if the
 * owner did not change it.
 */
export function securityChangeEmail(
  to: string,
  subject: string,
  what: string,
  otherwise: string,
): EmailMessage {
  const text = `Hi!\n\n${what}\n\nIf that was you, there is nothing to do. If it was not, ${otherwise}\n`
  return { to, subject, text }
}

export function passwordChangedLetter(to: string): EmailMessage {
  return securityChangeEmail(
    to,
    `Your password for ${config.siteName} was changed`,
    'The password of your account was changed, and all other browsers were signed out.',
    `set a new one with "Forgot password?":\n\n${config.publicUrl}/login`,
  )
}

/**
 * Returns the path of `next`, or undefined if it could contain free text, because anyone can have this email
 * sent to any address.
 */
function redirectPathWithoutText(next: string): string | undefined {
  const { pathname } = new URL(next, config.publicUrl)
  const pattern = routePatternOf(pathname).split('/')
  const isPlain = pathname.split('/').every((part, at) => part === pattern[at] || isCanonicalUuid(part))
  return isPlain ? pathname : undefined
}

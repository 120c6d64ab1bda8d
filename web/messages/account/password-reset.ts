import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text for requesting a password reset and for setting the new password. */
export const passwordResetMessages = defineMessages('account/password-reset', {
  forgot: {
    title: 'Forgot password',
    description: 'Get a link to set a new password.',
    poster: 'It happens.',
    text: 'We’ll email you a link, you set a new password, and you can sign in again.',
    heading: 'Forgot password?',
    hint: 'Enter the email address of your account. We’ll send a link to set a new password.',
    send: 'Send the link',
    sent: 'Check your email',
    look: 'Check your inbox',
    /** The email address is shown between these two strings. */
    before: 'If there’s an account for ',
    after: ', we’ve sent a link to set a new password. It works once and expires soon.',
    back: 'Back to sign in',
  },
  reset: {
    title: 'New password',
    description: 'Set a new password.',
    poster: 'Fresh start.',
    text: 'Longer is safer: three random words make a good password.',
    hint: message<{ least: number }>(
      'At least {least} characters. You’ll be signed out on every other device.',
    ),
    update: 'Update password',
    keepPasskeys: message<{ count: number }>(
      '{count, plural, one {Keep my passkey} other {Keep my # passkeys}}',
    ),
    keepPasskeysHint: 'Leave this box unticked if someone else may have had access to your account.',
    codeStays: 'You’ll still need a code from your authenticator app to sign in.',
    changed: 'Password changed',
    changedText: 'You can now sign in with your new password.',
    changedToast: 'Sign in with your new password.',
    spent: 'This link has expired',
    spentText: 'The link is too old or was already used. Request a new one.',
    again: 'Send a new link',
  },
})

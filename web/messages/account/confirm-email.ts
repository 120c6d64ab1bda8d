import { defineMessages, message } from '#i18n/define-messages.ts'
export const emailConfirmationMessages = defineMessages('account/confirm-email', {
  title: 'Confirm your email',
  description: 'Confirm that this email address is yours.',
  poster: 'Almost there.',
  text: 'One tap, and your account is ready.',
  heading: 'Is this your account?',
  /** This text is shown before the username and the email address. */
  confirms: 'You’re confirming ',
  confirm: 'Confirm my email',
  password: 'Your password',
  passwordHint: 'The password you chose when you joined.',
  newPassword: 'New password',
  newPasswordHint: message<{ min: number }>(
    'At least {min} characters. Someone else may have set up this account, so we’ll remove the old password and every other way to sign in.',
  ),
  chooseNew: 'I don’t know the password and want to choose a new one',
  knowIt: 'I know the password',
  notYou: 'Didn’t create this account? Just close this page, and nothing will change.',
  spent: 'This link has expired',
  spentText: 'The link was already used or is more than a day old. Sign in, and we’ll send you a new one.',
})

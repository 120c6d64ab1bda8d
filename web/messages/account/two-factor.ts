import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text for the two-factor settings, and for the page that asks for the two-factor code at
 * sign-in.
 */
export const twoFactorMessages = defineMessages('account/two-factor', {
  title: 'Sign-in & security',
  description: 'Protect your account with passkeys and two-step sign-in.',
  back: 'Back to the dashboard',
  link: 'Sign-in & security',
  linkText:
    'Turn on two-step sign-in, so a leaked password isn’t enough to sign in to your account. Or add a passkey, and sign in without a password.',

  step: 'Two-step sign-in',
  about:
    'After you enter your password, we ask for a six-digit code from an authenticator app on your phone. We also ask for it when you sign in with an email link, Google or Apple.',
  required:
    'Your account has a staff role. It takes effect when you turn on two-step sign-in or add a passkey. Do it now: without either, you can’t sign in again.',
  failed: 'Something went wrong',
  turnOn: 'Turn on',
  onSince: 'On since',
  left: message<{ codes: number }>('{codes} of 10 recovery codes left.'),
  newCodes: 'Get new recovery codes',
  newCodesText: 'Your old recovery codes will stop working.',
  turnOff: 'Turn off',
  current: 'Current password',
  currentHint:
    'We ask for your password so that no one else who uses your browser can turn off two-step sign-in.',

  scan: '1. Scan this with your authenticator app',
  picture: 'QR code with the secret key for your authenticator app. The key is also shown as text.',
  type: 'No camera? Type this key into the app:',
  confirm: '2. Enter the code the app shows',
  code: 'Six-digit code',
  confirmButton: 'Confirm',

  codesTitle: 'Your recovery codes',
  codesText:
    'Use these codes when you don’t have your phone. Each code works once. You won’t see these codes again, so print them or keep them somewhere safe.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'We couldn’t copy the codes. Select them and copy them yourself.',
  download: 'Download',
  file: message<{ site: string }>('{site}-recovery-codes.txt'),
  kept: 'I’ve saved them',
  nowOff: 'Two-step sign-in is off. You no longer need a code to sign in.',

  expired: {
    title: 'Sign In Failed',
    detail: 'This sign-in has expired. Please start again with your password.',
  },
  enter: {
    title: 'One more step',
    description: 'Enter the code from your authenticator app.',
    poster: 'Is it really you?',
    text: 'You turned on two-step sign-in, so your password alone isn’t enough to sign in.',
    code: 'Code from your authenticator app',
    recovery: 'Recovery code',
    recoveryHint: 'A recovery code is three groups of five letters and digits. Each code works only once.',
    byRecovery: 'Use a recovery code',
    byApp: 'Use a code from the app',
    lost: 'Lost your phone and your codes? Write to us, and we’ll let you in once we know it’s you.',
    contact: 'Contact us',
    again: 'Start again',
  },
})

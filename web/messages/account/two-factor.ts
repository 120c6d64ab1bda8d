/** Signing in with two-factor authentication, and its settings. */
export const twoFactorMessages = {
  title: 'Signing in',
  description: 'Passkeys, and a second step at signing in, for more safety.',
  back: 'Back to the dashboard',
  link: 'Signing in',
  linkText: 'Add a phone code so a leaked password isn’t enough, or sign in with a passkey.',

  step: 'Two-step sign-in',
  about:
    'After your password we ask for a code of six digits that an authenticator app on your phone makes. A link by mail and Google or Apple ask for it, too.',
  advised:
    'You look after people here, so please turn this on: your account opens more than your own things.',
  failed: 'That did not work',
  turnOn: 'Turn it on',
  onSince: 'On since',
  left: (codes: number) => `${codes} of 10 recovery codes left.`,
  newCodes: 'Make new recovery codes',
  newCodesText: 'The old ones open nothing any more.',
  turnOff: 'Turn it off',
  current: 'Current password',
  currentHint: 'So that nobody does this who finds your browser open.',

  scan: '1. Scan this with your authenticator app',
  picture: 'A QR code with the secret for your authenticator app. The same stands below as text.',
  type: 'No camera? Type this into the app:',
  confirm: '2. Type the code that it shows',
  code: 'Code of six digits',
  confirmButton: 'Confirm',

  codesTitle: 'Your recovery codes',
  codesText:
    'For when you don’t have your phone. Each works once. We show them only now: print them, or keep them where you keep what is precious.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying did not work. Select the codes instead.',
  download: 'Download',
  file: (site: string) => `${site.toLowerCase()}-recovery-codes.txt`,
  kept: 'I have kept them',
  nowOff: 'Signing in asks for no code any more.',

  expired: {
    title: 'Sign In Failed',
    detail: 'Nobody waits for a code here any more. Please start again with your password.',
  },
  enter: {
    title: 'One more step',
    description: 'Enter the code of your authenticator app.',
    poster: 'It’s you, right?',
    text: 'Your password alone opens nothing here. That is how you wanted it.',
    code: 'Code of your authenticator app',
    recovery: 'Recovery code',
    recoveryHint: 'Three groups of five letters and digits. It is spent when you use it.',
    byRecovery: 'Use a recovery code',
    byApp: 'Use the app’s code',
    lost: 'Neither phone nor codes? Write to us; we let you in once we know that it is you.',
    contact: 'Contact us',
    again: 'Start again',
  },
}

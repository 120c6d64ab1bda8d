/** A forgotten password and the new one in its place. */
export const words = {
  forgot: {
    title: 'Forgot password',
    description: 'Ask for a link to set a new password.',
    poster: 'It happens.',
    text: 'A link by mail, a new password, and you are back.',
    heading: 'Forgot password?',
    hint: 'The one you joined with. We send you a link for a new password.',
    send: 'Send the link',
    sent: 'Check your mail',
    look: 'Look into your mailbox',
    /** Around the address. */
    before: 'If there is an account with ',
    after: ', a link for a new password is on its way. It works once, and not for long.',
    back: 'Back to sign in',
  },
  reset: {
    title: 'New password',
    description: 'Set a new password.',
    poster: 'Fresh start.',
    text: 'Long beats clever: three words you like make a good password.',
    hint: (least: number) => `At least ${least} characters. Every other device is signed out.`,
    update: 'Update password',
    changed: 'Password changed',
    changedText: 'Your new password works from now on. Sign in with it.',
    changedToast: 'Sign in with the new one.',
    spent: 'This link is spent',
    spentText: 'This link has expired or was used already. Ask for a new one.',
    again: 'Send a new link',
  },
}

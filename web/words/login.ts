export const words = {
  title: 'Sign In',
  description: 'Sign in to upload, like and comment.',
  poster: 'Back already?',
  text: 'Your uploads, likes and comments kept your seat warm.',
  confirmed: 'Your e-mail is confirmed. Welcome in!',
  remember: 'Remember me',
  rememberHint: 'Stay signed in here for 30 days. Not for a computer you share.',
  forgot: 'Forgot password?',
  link: 'E-mail me a sign-in link',
  linkHint: 'No password needed: the link signs you in, once.',
  newHere: 'New here?',
  join: 'Join Free',
  socialVerb: 'Sign in',
  sent: {
    title: 'Check your mail',
    look: 'Look into your mailbox',
    /** Around the address. */
    before: 'If there is an account with ',
    after: (minutes: number) =>
      `, a link that signs you in is on its way. It works once, within ${minutes} minutes.`,
    back: 'Back to sign in',
  },
}

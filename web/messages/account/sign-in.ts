export const signInMessages = {
  title: 'Sign In',
  description: 'Sign in to upload, like and comment.',
  poster: 'Back already?',
  text: 'Your uploads, likes and comments kept your seat warm.',
  /** The alternative title for visitors who tried something that needs an account. */
  almost: 'Almost there!',
  reasons: {
    like: 'Sign in to like videos',
    comment: 'Sign in to comment',
    follow: (who = 'creators') => `Sign in to follow ${who}`,
    create: 'Sign in to start creating',
    dashboard: 'Sign in to see your dashboard',
    notifications: 'Sign in to see your notifications',
    page: 'Sign in to see this page',
  },
  arrival: {
    confirmed: 'Your email is confirmed. Welcome in!',
    not_confirmed: 'That link has expired. Sign in to get a new one, or let us mail you a sign-in link.',
    not_by_provider: 'Signing in over there did not work out. Try again, or use your email.',
  },
  remember: 'Remember me',
  rememberHint: 'Stay signed in here for 30 days. Not for a computer you share.',
  forgot: 'Forgot password?',
  link: 'Email me a sign-in link',
  linkHint: 'No password needed: the link signs you in, once.',
  newHere: 'New here?',
  join: 'Join Free',
  socialVerb: 'Sign in',
  sent: {
    title: 'Check your mail',
    look: 'Check your inbox',
    /** Surrounds the email address. */
    before: 'If there is an account with ',
    after: (minutes: number) =>
      `, a link that signs you in is on its way. It works once, within ${minutes} minutes.`,
    back: 'Back to sign in',
  },
}

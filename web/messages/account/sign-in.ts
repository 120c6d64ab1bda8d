import { defineMessages, message } from '#i18n/define-messages.ts'
export const signInMessages = defineMessages('account/sign-in', {
  title: 'Sign In',
  description: 'Sign in to upload, like and comment.',
  poster: 'Good to see you.',
  text: 'Your uploads, likes and comments are waiting for you.',
  /**
   * Replaces the page title if the visitor came to this page by attempting an action that requires an
   * account.
   */
  almost: 'Almost there!',
  reasons: {
    like: 'Sign in to like videos',
    comment: 'Sign in to comment',
    follow: 'Sign in to follow creators',
    followPerson: message<{ username: string }>('Sign in to follow @{username}'),
    create: 'Sign in to start creating',
    dashboard: 'Sign in to see your dashboard',
    notifications: 'Sign in to see your notifications',
    page: 'Sign in to see this page',
  },
  arrival: {
    confirmed: 'Your email is confirmed. Welcome!',
    not_confirmed: 'That confirmation link has expired. Sign in, and we’ll email you a new one.',
  },
  remember: 'Remember me',
  rememberHint: 'Stay signed in here for 30 days. Don’t use this on a shared computer.',
  forgot: 'Forgot password?',
  link: 'Email me a sign-in link',
  linkHint: 'No password needed. The link signs you in and works once.',
  newHere: 'New here?',
  join: 'Join Free',
  socialVerb: 'Sign in',
  sent: {
    title: 'Check your email',
    look: 'Check your inbox',
    /** The email address is shown between these two strings. */
    before: 'If there’s an account for ',
    after: message<{ minutes: number }>(
      ', we’ve sent a sign-in link. It works once and expires after {minutes} minutes.',
    ),
    back: 'Back to sign in',
  },
})

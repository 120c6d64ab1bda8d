export const signInLinkMessages = {
  title: 'Sign in by link',
  description: 'Sign in by the link from your mail.',
  poster: 'One more tap.',
  text: 'No password, no fuss: this link is yours alone and works once.',
  heading: 'Sign in here?',
  /** Precedes the email address. */
  as: 'This link signs you in as ',
  unfinished: 'This link signs you in with ',
  notYou: 'Not your account? Then close this page: nothing has happened.',
  spent: 'This link has expired',
  spentText: 'It’s too old or was already used. Ask for a new one.',
  again: 'Send a new link',
  inside: 'You are in',
  passwordGone:
    'One thing: the password from joining was set before this address was confirmed, so it does not work any more. Choose a new one now.',
  choose: 'Choose a password',
}

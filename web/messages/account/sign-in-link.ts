import { defineMessages } from '#i18n/define-messages.ts'
export const signInLinkMessages = defineMessages('account/sign-in-link', {
  title: 'Sign in with a link',
  description: 'Sign in with the link from your email.',
  poster: 'One more tap.',
  text: 'You don’t need a password. This link is only for you and works once.',
  heading: 'Sign in here?',
  /** One of these two strings is shown before the username and the email address. */
  as: 'This link signs you in as ',
  unfinished: 'This link signs you in with the email address ',
  notYou: 'Not your account? Just close this page, and nothing will change.',
  spent: 'This link has expired',
  spentText: 'The link is too old or was already used. Request a new one.',
  again: 'Send a new link',
  inside: 'You’re signed in',
  passwordGone:
    'Choose a new password now. The old one was set before this email address was confirmed, so it no longer works.',
  choose: 'Choose a password',
})

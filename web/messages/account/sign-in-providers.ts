import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text about signing in with a provider, such as the sign-in of a school. */
export const signInProviderMessages = defineMessages('account/sign-in-providers', {
  title: 'Other ways to sign in',
  about:
    'Connect an account that you already have somewhere else, for example at your school. Then you can sign in with it here.',
  connectedSince: 'Connected on',
  notConnected: 'Not connected',
  connect: 'Connect',
  disconnect: 'Disconnect',
  disconnectText: message<{ name: string }>('If you disconnect {name}, you can’t sign in with it any more.'),
  only: message<{ name: string }>(
    '{name} is your only way to sign in. To disconnect it, add a passkey or set a password first.',
  ),
  current: 'Current password',
  done: {
    connected: message<{ name: string }>('{name} is connected. You can now sign in with it.'),
    disconnected: message<{ name: string }>('{name} is disconnected.'),
  },
  /** The age that the provider has told us is shown after this text. */
  knownAge: message<{ age: number }>('You’re {age} years old, according to your school or sign-in provider.'),
  anyProvider: 'the other site',
  notConnectedTitle: 'Not connected',
  /** Why signing in with a provider, or connecting it, has failed. The keys are error codes of the server. */
  failures: {
    provider_unavailable: message<{ name: string }>(
      '{name} isn’t answering right now. Try again in a few minutes, or sign in another way.',
    ),
    access_denied: message<{ name: string }>(
      'You cancelled signing in with {name}, or it doesn’t let you use this site. Try again, or sign in another way.',
    ),
    account_exists: message<{ name: string }>(
      'There’s already an account with your email address. Sign in to it first. Then you can connect {name} to it.',
    ),
    email_not_verified: message<{ name: string }>(
      '{name} hasn’t confirmed your email address. Confirm it there, then try again.',
    ),
    email_not_found: message<{ name: string }>(
      '{name} didn’t tell us your email address, which we need for your account. Ask the people who run {name} for help.',
    ),
    sign_up_not_allowed: message<{ name: string }>(
      'You can’t create an account with {name} here. If you already have an account, sign in to it and connect {name}.',
    ),
    age_refused: message<{ min: number }>('Only users aged {min}–19 can create an account.'),
    identity_in_use: message<{ name: string }>('This {name} account is connected to another account here.'),
    already_connected: message<{ name: string }>('{name} is already connected to your account.'),
    session_changed: message<{ name: string }>(
      'You were signed out while you were connecting {name}. Sign in and try again.',
    ),
    other: message<{ name: string }>('Signing in with {name} didn’t work. Try again, or use your email.'),
  },
})

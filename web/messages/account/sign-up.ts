export const signUpMessages = {
  title: 'Join Free',
  description: (min: number) => `Join free: upload, like and comment. For people aged ${min} to 19.`,
  poster: 'Your turn.',
  posterJoined: 'You’re in!',
  text: (min: number) =>
    `Free, for people aged ${min}–19. Under 18, the world sees your username and nothing else.`,
  already: 'Already with us?',
  signIn: 'Sign In',
  socialVerb: 'Join',
  /** Precedes the email address. */
  wrote: 'We wrote to ',
  usernameHint: '3–20 letters, numbers or underscores',
  free: (username: string) => `@${username} is yours if you want it.`,
  looking: 'Looking…',
  telling:
    'It looks like your real name, email or phone number, and everybody can read it. One that says nothing about you is safer. It is up to you.',
  young: 'You are shown by your username only. Nobody but you sees your full name or your age.',
  shown: 'What do others see?',
  modes: { username: 'Just my @handle', full_name: 'My real name' },
  modesHint: 'For 18–19. Under 18 it is always the handle.',
  accept: { before: 'I accept the ', terms: 'terms', and: ' and the ', privacy: 'privacy policy' },
  parents: (min: number) =>
    `If you’re ${min} to 18: by ticking this you also say that a parent or guardian is fine with you joining.`,
  news: 'Send me news now and then (optional)',
}

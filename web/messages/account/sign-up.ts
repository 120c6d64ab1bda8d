import { defineMessages, message } from '#i18n/define-messages.ts'
export const signUpMessages = defineMessages('account/sign-up', {
  title: 'Join Free',
  description: message<{ min: number }>(
    'Join free to upload, like and comment. For people aged {min} to 19.',
  ),
  poster: 'Your turn.',
  posterJoined: 'You’re in!',
  text: message<{ min: number }>(
    'Free for people aged {min}–19. If you’re under 18, others see your username and never your real name.',
  ),
  already: 'Already have an account?',
  signIn: 'Sign In',
  lookAround: 'Look around',
  socialVerb: 'Join',
  /** This text is shown before the email address. */
  wrote: 'We sent an email to ',
  usernameHint: '3–20 letters, numbers or underscores',
  free: message<{ username: string }>('@{username} is available.'),
  looking: 'Checking…',
  telling:
    'Your username looks like your real name, email or phone number, and everyone can see it. A username that doesn’t identify you is safer, but it’s up to you.',
  young: 'Others see only your username. Only you can see your full name and age.',
  shown: 'What should others see?',
  modes: { username: 'Just my @username', full_name: 'My real name' },
  modesHint:
    'Only people aged 18 or 19 can choose this. If you’re under 18, others always see your username.',
  accept: { before: 'I accept the ', terms: 'terms', and: ' and the ', privacy: 'privacy policy' },
  parents: message<{ min: number }>(
    'If you’re {min} to 18, ticking this box also confirms that a parent or guardian has agreed that you can join.',
  ),
  news: 'Email me occasional news (optional)',
})

import { defineMessages, message } from '#i18n/define-messages.ts'
/** The founder's page. */
export const aboutPageMessages = defineMessages('company/about', {
  description: message<{ name: string }>(
    'Who started {name}, and why teens needed a place for what they make after school.',
  ),
  kicker: 'About the founder',
  title: 'It began after the last bell',
  lead: 'The best part of the day starts when school ends. This site is for what happens then.',
  letterTitle: 'A letter from the founder',
  letter: [
    message<{ name: string }>('Hi,'),
    message<{ name: string }>(
      'I started {name} because I kept seeing the same thing. A fifteen-year-old would make the funniest sketch, the bravest song or the strangest short film of the week, on a phone, on the way home. Then it disappeared on a site made for adults, among ads, strangers and a feed that knew too much.',
    ),
    message<{ name: string }>(
      'This site is different. You make something, you upload it, and people your age see it. The newest videos come first, in the same order for everyone. Nothing here is designed to keep you scrolling.',
    ),
    message<{ name: string }>(
      'You may have noticed that my name isn’t on this page. If you’re under 18, yours isn’t on the site either. Others see your username, and what matters is what you make. I thought I’d follow the same rule.',
    ),
    message<{ name: string }>(
      'If you have an idea, a complaint or a video I should see, write to me. I read every message.',
    ),
  ],
  signed: message<{ name: string }>('The founder of {name}'),
  write: 'Write to the founder',
  mailSubject: 'For the founder',
  promisesTitle: 'My promises',
  promises: [
    {
      title: 'You own what you make',
      text: 'Your videos stay yours. You allow us to store and show them, and that permission ends the moment you delete them.',
    },
    {
      title: 'Your name stays private',
      text: 'If you’re under 18, others see your username and never your name. We remove location and device info from every video before anyone can watch it.',
    },
    {
      title: 'No tracking',
      text: 'There are no trackers, no third-party services on our pages, no list of what you’ve watched (unless you turn on your watch history), and no feed that learns from you.',
    },
    {
      title: 'The code is open',
      text: 'The software is open source. Anyone can read how it works, run it, and tell us what’s wrong with it.',
    },
  ],
  nextTitle: 'What’s next?',
  next: { create: 'Make something', safety: 'How we keep it safe', careers: 'Help build it' },
})

import { defineMessages, message, textWithConstants } from '#i18n/define-messages.ts'
import { supportResponseTimes } from '#contract/contact/support.ts'

export const careersMessages = defineMessages('company/careers', {
  description: message<{ name: string }>(
    'There are no paid jobs at {name} right now, but there are four ways to help build it.',
  ),
  kicker: 'Careers',
  title: 'Help build this site',
  lead: 'We have no paid jobs right now, but there’s plenty to do, and some of it looks good on a job or college application.',
  openTitle: 'Open jobs',
  open: 'We have no job openings at the moment. When we have one, we’ll list it here first, with the pay and a description of the work.',
  adults: 'Paid work needs a contract, and the law in your country decides how old you must be to sign one.',
  waysTitle: 'Four ways to help today',
  ways: [
    {
      title: 'Write code',
      text: 'The site is open source and written in TypeScript, from the player to the database. The API documentation is a good place to start.',
    },
    {
      title: 'Find bugs',
      text: 'Found a bug or a way around a rule? Tell us before you tell others. We’ll thank you and explain how we fixed it.',
    },
    {
      title: 'Improve our wording',
      text: 'Did you have to read something on this site twice to understand it? Send us a better version.',
    },
    {
      title: 'Make videos',
      text: 'A site like this is nothing without its videos. Upload one, and tell us what was difficult.',
    },
  ],
  workTitle: 'How we work',
  work: [
    'We finish small things before we start big ones. A feature is done when it has a test that would fail without it.',
    'We publish only numbers that we’ve measured.',
    'Safety comes first. We don’t add a feature that is fun but unsafe for a fourteen-year-old.',
    'We’re kind and direct, and we work in writing. We settle disagreements by trying things out.',
  ],
  writeTitle: 'Say hello',
  write: textWithConstants(
    'Tell us what you would like to do, with a link to something you made. We answer general questions within {time}. If you’re under 18, leave out your school and your address. We don’t need them.',
    () => ({ time: supportResponseTimes.general }),
  ),
  contact: 'Contact us',
  api: 'Read the API',
  safety: 'Report a security problem',
  create: 'Upload something',
})

import { supportResponseTimes } from '#contract/contact/support.ts'

export const careersMessages = {
  description: (name: string) => `No paid jobs at ${name} right now, and four ways to help build it anyway.`,
  kicker: 'Careers',
  title: 'Bring what you have',
  lead: 'No paid jobs are open right now. There is still plenty to do, and some of it looks good on an application.',
  openTitle: 'Open jobs',
  open: 'None at the moment. When there is one it stands here first, with what it pays and what you would do all day.',
  adults: 'Paid work needs a contract, so the law of your country decides from which age you can take it.',
  waysTitle: 'Four ways in, today',
  ways: [
    {
      title: 'Write code',
      text: 'The site is open source, in TypeScript from the player to the database. Start with the API: it is described call by call.',
    },
    {
      title: 'Break things',
      text: 'Found a bug, or a way around a rule? Tell us before you tell others. We say thank you, and how we mended it.',
    },
    {
      title: 'Make it clearer',
      text: 'You read a text here twice and still did not get it? Send us a better sentence. Every word on this site was written by somebody.',
    },
    {
      title: 'Make films',
      text: 'A site like this is nothing without what is on it. Upload, and tell us what got in your way while you did.',
    },
  ],
  workTitle: 'How we work',
  work: [
    'Small and finished beats big and nearly. What is called done has a test that fails when it is not.',
    'We say what we measured. Numbers we do not have, we do not print.',
    'Safety is part of the ground, not a page. A feature that is fun but unsafe at fourteen does not ship.',
    'Kind, direct, in writing. A disagreement is settled by trying it out.',
  ],
  writeTitle: 'Say hello',
  write: `Tell us what you would like to do, with a link to something you made. General questions are answered within ${supportResponseTimes.general}. If you are under 18, leave out your school and your address: we do not need them.`,
  contact: 'Contact us',
  api: 'Read the API',
  safety: 'Report a weakness',
  create: 'Upload something',
}

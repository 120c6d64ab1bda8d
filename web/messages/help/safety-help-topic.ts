import { supportResponseTimes } from '#contract/contact/support.ts'
import type { HelpTopic } from './help-center.ts'

/** The topic "Staying safe" of the Help Center. */
export const safetyHelpTopic: HelpTopic = {
  id: 'safety',
  title: 'Staying safe',
  entries: [
    {
      id: 'bullied',
      question: 'Somebody is mean to me',
      answer:
        'Do not answer. Press Report on it, and block the person on their profile. In danger, call your local authorities first, and tell an adult you trust.',
      searchTerms: 'bullying harassment threat hate scared',
      link: { to: 'safety', label: 'Safety Center' },
    },
    {
      id: 'pretends',
      question: 'Somebody pretends to be me',
      answer:
        'Press Report on their profile and choose “It is about me or somebody I know”. We may ask you to show that you are you.',
      searchTerms: 'fake impersonation identity',
    },
    {
      id: 'in-a-video',
      question: 'I am in a video and do not want to be',
      answer:
        'Press Report under it and say where in the video you can be seen. You do not need an account for that.',
      searchTerms: 'picture consent remove face',
    },
    {
      id: 'private-picture',
      question: 'A naked or private picture of me is here',
      answer:
        'This is not your fault. Tell us the address. We usually hide it for everyone at once, and a person decides within 48 hours. You need no account.',
      searchTerms: 'nude nudes intimate revenge sextortion leaked deepfake',
      link: { to: 'notice', label: 'Get it taken down' },
    },
    {
      id: 'reported',
      question: 'What became of my report?',
      answer:
        'My reports shows it. Without an account you look it up with your receipt. The other side is never told who reported.',
      searchTerms: 'receipt outcome case flag',
      link: { to: 'reports', label: 'My reports' },
    },
    {
      id: 'appeal',
      question: 'Something of mine was removed',
      answer:
        'Every decision about you and what you made is under “Decisions”, with the rule and the reason. If you see it differently, you can appeal there once, and somebody else decides.',
      searchTerms: 'appeal second look deleted taken down hidden suspended banned strike unfair',
      link: { to: 'statements', label: 'Decisions' },
    },
    {
      id: 'links',
      question: 'Why do I see ••• in a text?',
      answer:
        'There is a link, a phone number or another way to reach somebody in its place. If an adult wrote it, only signed-in members who are 18 or older see it. If somebody under 18 wrote it, nobody else does: their text waits until a moderator has read it, and the details stay hidden after that.',
      searchTerms: 'link url phone number hidden dots covered contact held checked',
    },
    {
      id: 'copied',
      question: 'Somebody uploaded my work',
      answer: `Send us a notice as the DMCA policy describes. We look at it within ${supportResponseTimes.dmca}.`,
      searchTerms: 'copyright stolen music film infringement',
      link: { to: 'dmca', label: 'DMCA Policy' },
    },
  ],
}

import { defineMessages, textWithConstants } from '#i18n/define-messages.ts'
import { supportResponseTimes } from '#contract/contact/support.ts'
import { reportCategories } from '#contract/moderation/report-reasons.ts'
import type { HelpTopic } from './help-center.ts'

/** The Help Center topic "Staying safe". */
export const safetyHelpTopic: HelpTopic = defineMessages(
  'help/safety-help-topic',
  {
    id: 'safety',
    title: 'Staying safe',
    entries: [
      {
        id: 'bullied',
        question: 'Someone is being mean to me',
        answer:
          'Don’t reply. Report what they did, and block them from the menu on their profile. Tell an adult you trust. If you’re in danger, call your local emergency number first.',
        searchTerms: 'bullying harassment threat hate scared',
        link: { to: 'safety', label: 'Safety Center' },
      },
      {
        id: 'pretends',
        question: 'Someone is pretending to be me',
        answer: textWithConstants(
          'Press Report on the fake profile and choose “{category}”. We may ask you to prove who you are.',
          () => ({ category: reportCategories.about_me.label }),
        ),
        searchTerms: 'fake impersonation identity',
      },
      {
        id: 'in-a-video',
        question: 'I’m in a video and don’t want to be',
        answer: 'Press Report under the video and tell us where you appear in it. You don’t need an account.',
        searchTerms: 'picture consent remove face',
      },
      {
        id: 'private-picture',
        question: 'A naked or private picture of me is on this site',
        answer:
          'This is not your fault. Send us a link to the picture. We usually hide the picture from everyone immediately, and a person decides within 48 hours whether to take it down. You don’t need an account.',
        searchTerms: 'nude nudes intimate revenge sextortion leaked deepfake',
        link: { to: 'intimateImageNotice', label: 'Get it taken down' },
      },
      {
        id: 'reported',
        question: 'What happened to my report?',
        answer:
          'You can see the outcome in “My reports”. If you reported without an account, use your reference number to look it up. We never tell the person you reported that it was you.',
        searchTerms: 'receipt outcome case flag',
        link: { to: 'reports', label: 'My reports' },
      },
      {
        id: 'appeal',
        question: 'Something I posted was removed',
        answer:
          'Under “Decisions”, you’ll find every decision about you and what you posted, with the rule and the reason. If you disagree with a decision, you can appeal it there once. Someone other than the person who made the decision will review your appeal.',
        searchTerms: 'appeal second look deleted taken down hidden suspended banned strike unfair',
        link: { to: 'statements', label: 'Decisions' },
      },
      {
        id: 'links',
        question: 'Why do I see ••• in comments and descriptions?',
        answer:
          'The dots hide a link, a phone number or another way to contact someone. If an adult wrote it, only signed-in members who are 18 or older can see it. If someone under 18 wrote it, other people can’t see it. A moderator first reviews what they wrote, and the details stay hidden after that.',
        searchTerms: 'link url phone number hidden dots covered contact held checked',
      },
      {
        id: 'copied',
        question: 'Someone uploaded my work',
        answer: textWithConstants(
          'Send us a notice as described in the DMCA policy. We review it within {time}.',
          () => ({ time: supportResponseTimes.dmca }),
        ),
        searchTerms: 'copyright stolen music film infringement',
        link: { to: 'dmca', label: 'DMCA Policy' },
      },
    ],
  },
  ['id', 'to'],
)

import { defineMessages, message, textWithConstants } from '#i18n/define-messages.ts'
import { supportResponseTimes, type ContactSubjectSlug } from '#contract/contact/support.ts'

export type HelpLinkTarget =
  | 'signUp'
  | 'forgotPassword'
  | 'charts'
  | 'uploadPage'
  | 'dashboard'
  | 'notifications'
  | 'cookies'
  | 'signInSettings'
  | 'contact'
  | 'safety'
  | 'reports'
  | 'statements'
  | 'dataAndDevices'
  | 'intimateImageNotice'
  | 'dmca'
  | 'privacy'
  | 'terms'
  | ContactSubjectSlug

/**
 * A Help Center entry. `searchTerms` lists additional words by which a search can find the entry. The text of
 * the entry does not contain these words.
 */
export interface HelpEntry {
  id: string
  question: string
  answer: string
  searchTerms?: string
  /**
   * The target of a help entry's link: the name of a page in `web/paths.ts`, or a subject of the contact
   * form.
   */
  link?: { to: HelpLinkTarget; label: string }
}

export interface HelpTopic {
  id: string
  title: string
  entries: HelpEntry[]
}

const faqs: HelpEntry[] = defineMessages(
  'help/frequent-questions',
  [
    {
      id: 'free',
      question: 'Is it really free?',
      answer: 'Yes, watching and uploading are free. There are no ads, and nothing is for sale.',
      searchTerms: 'cost price pay money subscription',
    },
    {
      id: 'who-knows',
      question: 'Who can see my real name and my age?',
      answer:
        'If you’re under 18, only you can see your real name, and others see your username. If you’re 18 or 19, you choose whether others see your name. You make this choice when you join, and you can change it later under “Profile & settings”. We never show your age or your email address to others.',
      searchTerms: 'privacy identity email',
      link: { to: 'privacy', label: 'Privacy Policy' },
    },
    {
      id: 'parents',
      question: 'Do my parents have to agree?',
      answer:
        'Yes, if you’re 13 to 18. A parent or guardian has to agree before you join. They can ask us about your account or have it deleted.',
      searchTerms: 'consent permission mother father guardian mom dad',
      link: { to: 'terms', label: 'Terms of Service' },
    },
    {
      id: 'delete-account',
      question: 'How do I delete my account?',
      answer:
        'Press “Delete account” on your dashboard and send the contact form that opens. Once you confirm, nobody else can see your account any more. You then have 24 hours to change your mind. After that, we permanently delete your account, which can take up to another 24 hours.',
      searchTerms: 'close leave quit remove erase cancel',
      link: { to: 'delete-account', label: 'Delete my account' },
    },
    {
      id: 'report',
      question: 'How do I report a video or a person?',
      answer:
        'Press Report under the video, next to the comment or on the profile. For a comment on your own video, Report is in the menu next to it. Reporting takes three steps, and you don’t need an account. A person reviews every report, and we never tell the person you report that it was you.',
      searchTerms: 'abuse flag complaint block',
      link: { to: 'reports', label: 'My reports' },
    },
  ],
  ['id', 'to'],
)

const faqsOnSitesWithAds = defineMessages('help/frequent-questions-with-ads', {
  free: 'Yes, watching and uploading are free. This site may show ads, but never to people under 18.',
})

/**
 * The five frequently asked questions that the specification requires. The answer to one question depends on
 * whether the site shows ads (`ads`).
 */
export const buildHelpFaqs = (ads: boolean): HelpEntry[] =>
  faqs.map((entry) => (ads && entry.id === 'free' ? { ...entry, answer: faqsOnSitesWithAds.free } : entry))

export const helpCenterMessages = defineMessages('help/help-center', {
  description: 'Search for answers about joining, watching, uploading, your account and staying safe.',
  kicker: 'Help Center',
  title: 'How can we help?',
  lead: 'Search in your own words, or pick a topic.',
  label: 'Search the Help Center',
  placeholder: 'For example: forgot password',
  search: 'Search',
  found: message<{ count: number; query: string }>(
    '{count, plural, one {# answer for “{query}”} other {# answers for “{query}”}}',
  ),
  none: message<{ query: string }>('No answers for “{query}”'),
  /** Words that the search in the Help Center ignores. */
  stopWords:
    'a an and are at can cant do does dont for from how i im in is it me my not of on or the there this to was we what when where which why with you your',
  noneText: 'Try fewer words, or write to us. A person will answer.',
  all: 'Show all topics',
  topics: 'Topics',
  faqs: 'Frequently asked questions',
  contactTitle: 'Still stuck?',
  contactText: 'Write to us. This is how soon we usually answer:',
  contact: 'Contact us',
  timesCaption: 'Support response times',
  times: [
    ['General questions', textWithConstants('{time}', () => ({ time: supportResponseTimes.general }))],
    [
      'Business and partnerships',
      textWithConstants('{time}', () => ({ time: supportResponseTimes.business })),
    ],
    ['Press', textWithConstants('within {time}', () => ({ time: supportResponseTimes.press }))],
    ['Technical support', textWithConstants('{time}', () => ({ time: supportResponseTimes.technical }))],
    ['Copyright (DMCA)', textWithConstants('{time}', () => ({ time: supportResponseTimes.dmca }))],
  ],
})

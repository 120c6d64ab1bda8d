import { supportResponseTimes, type ContactSubjectSlug } from '#contract/contact/support.ts'

export type HelpLinkTarget =
  | 'signup'
  | 'forgot'
  | 'charts'
  | 'create'
  | 'dashboard'
  | 'cookies'
  | 'signingIn'
  | 'contact'
  | 'safety'
  | 'reports'
  | 'statements'
  | 'data'
  | 'notice'
  | 'dmca'
  | 'privacy'
  | 'terms'
  | ContactSubjectSlug

/** A question and its answer. `searchTerms` lists words that the text does not contain. */
export interface HelpEntry {
  id: string
  question: string
  answer: string
  searchTerms?: string
  /** A page by its name in `web/paths.ts`, or a subject of the contact form. */
  link?: { to: HelpLinkTarget; label: string }
}

export interface HelpTopic {
  id: string
  title: string
  entries: HelpEntry[]
}

/** The specification's five questions. `ads`: the answer depends on whether this site shows ads. */
export const buildHelpFaqs = (ads: boolean): HelpEntry[] => [
  {
    id: 'free',
    question: 'Is it really free?',
    answer: ads
      ? 'Yes, to watch and to upload. This site may show ads, but never to people under 18.'
      : 'Yes, to watch and to upload. There are no ads, and nothing is for sale.',
    searchTerms: 'cost price pay money subscription',
  },
  {
    id: 'who-knows',
    question: 'Who can see my real name and my age?',
    answer:
      'Nobody but you, if you are under 18: others see your username. At 18 and 19 you choose whether others see a name, when you join and later under “Profile & settings”. Your age and your email are never shown.',
    searchTerms: 'privacy identity email',
    link: { to: 'privacy', label: 'Privacy Policy' },
  },
  {
    id: 'parents',
    question: 'Do my parents have to agree?',
    answer:
      'From 13 to 18, yes: a parent or guardian has to agree before you join. They can ask us about your account, or have it deleted.',
    searchTerms: 'consent permission mother father guardian mom dad',
    link: { to: 'terms', label: 'Terms of Service' },
  },
  {
    id: 'delete-account',
    question: 'How do I delete my account?',
    answer:
      'Press “Delete account” on your dashboard and send the contact form that opens. Once you have confirmed, nobody else sees it any more. For 24 hours you can change your mind; it is permanently deleted within 24–48 hours.',
    searchTerms: 'close leave quit remove erase cancel',
    link: { to: 'delete-account', label: 'Delete my account' },
  },
  {
    id: 'report',
    question: 'How do I report a video or a person?',
    answer:
      'Press Report under the video, beside the comment or on the profile. It takes three steps and no account. A person looks at it, and the other side is never told who reported.',
    searchTerms: 'abuse flag complaint block',
    link: { to: 'reports', label: 'My reports' },
  },
]

export const helpCenterMessages = {
  description:
    'Answers about joining, watching, uploading, your account and staying safe, with a search that works.',
  kicker: 'Help Center',
  title: 'What’s up?',
  lead: 'Ask in your own words, or pick a topic.',
  label: 'Search the Help Center',
  placeholder: 'forgot password, upload stuck …',
  search: 'Search',
  found: (count: number, query: string) =>
    count === 1 ? `One answer for “${query}”` : `${count} answers for “${query}”`,
  none: (query: string) => `Nothing on “${query}”`,
  noneText: 'Try fewer words, or ask us: a person answers.',
  all: 'Show all topics',
  topics: 'Topics',
  faqs: 'Asked most often',
  contactTitle: 'Still stuck?',
  contactText: 'Write to us. This is how soon you usually hear back:',
  contact: 'Contact us',
  timesCaption: 'Support response times',
  times: [
    ['General questions', supportResponseTimes.general],
    ['Business and partnerships', supportResponseTimes.business],
    ['Press', `within ${supportResponseTimes.press}`],
    ['Technical support', supportResponseTimes.technical],
    ['Copyright (DMCA)', supportResponseTimes.dmca],
  ],
}

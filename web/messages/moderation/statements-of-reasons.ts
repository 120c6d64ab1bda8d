import type { StatementOfReasons } from '#contract/moderation/statements-of-reasons.ts'

const describeActionByKind: Record<StatementOfReasons['action'], (about: string) => string> = {
  approve: (about) => `${about} is fine and can be seen`,
  limit: (about) => `${about} is not shown in lists`,
  rate_16: (about) => `${about} is now for people of 16 and older`,
  hold: (about) => `${about} is being checked`,
  remove: (about) => `${about} was removed`,
  quarantine: (about) => `${about} was removed`,
  warn: (about) => `A warning about ${about}`,
  mute_comments: () => 'You can’t comment for a while',
  suspend: () => 'Your account is suspended',
  force_private: () => 'Your profile was made private',
  force_rename: () => 'Your username was changed',
  ban: () => 'Your account is suspended for good',
  restore: (about) => `${about} is back`,
  dismiss: (about) => `${about} is fine`,
}

const subjectLabels = { content: 'Your video', comment: 'Your comment', profile: 'Your profile' }

/** For profiles, only the text is ever removed or restored. */
const describeSubject = ({
  subject,
  action,
  about: text,
}: Pick<StatementOfReasons, 'subject' | 'action' | 'about'>) => {
  const isText = subject === 'profile' && (action === 'approve' || action === 'remove')
  const name = isText ? 'Your profile text' : subjectLabels[subject]
  return text ? `${name} “${text}”` : name
}

/** Decisions about the reader's own content, and appeals. */
export const statementOfReasonsMessages = {
  title: 'Decisions',
  one: 'A decision about you',
  description: 'What was decided about what you made, why, and how to ask for a second look.',
  none: { title: 'No decisions', text: 'Nothing was ever decided about what you made. May it stay so.' },
  sentence: (statement: StatementOfReasons) =>
    describeActionByKind[statement.action](describeSubject(statement)),
  rule: 'Rule',
  strikesRule: 'Several decisions together',
  how: 'Decided by',
  person: 'A person',
  machine: 'Our software, by itself',
  seen: 'What was seen',
  strikes: 'Strikes',
  strikesText: (n: number) =>
    n === 0
      ? 'None'
      : `${n}. ${n === 1 ? 'It counts' : 'They count'} for 90 days; several together pause an account.`,
  when: 'When',
  until: 'Until',
  forGood: 'It does not end by itself',
  reversed: 'This was taken back.',
  all: 'All decisions',
  open: 'Why, and what you can do',
  appeal: {
    title: 'Ask for a second look',
    text: 'If you see it differently, say why. Somebody else than the first time decides. You can ask once.',
    until: (when: string) => `You can ask until ${when}.`,
    label: 'What should they know?',
    send: 'Ask for a second look',
    sent: 'Sent',
    sentText: 'Somebody else looks at it. Your bell tells you.',
    yours: 'You asked for a second look',
    open: 'Somebody else is looking at it. Your bell tells you.',
    upheld: 'The second look says: it stays.',
    reversed: 'The second look says: you were right. Everything is as before.',
  },
}

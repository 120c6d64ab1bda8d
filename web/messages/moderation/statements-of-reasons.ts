import { defineMessages, message } from '#i18n/define-messages.ts'
import type { StatementOfReasons } from '#contract/moderation/statements-of-reasons.ts'

type DecisionSummary = Pick<StatementOfReasons, 'subject' | 'action' | 'about'>
type Sentence = ReturnType<typeof message<{ about: string }>>

/** The interface text for moderation decisions about the viewer's content or account, and for appeals. */
export const statementOfReasonsMessages = defineMessages('moderation/statements-of-reasons', {
  title: 'Decisions',
  one: 'A decision about you',
  description: 'Decisions about you and what you posted, with the reasons and how to appeal.',
  none: { title: 'No decisions', text: 'There are no decisions about you or what you posted.' },
  /**
   * Names the content to which a moderation decision applies. A decision to approve or remove a profile
   * applies only to the text of the profile.
   */
  subjects: {
    content: 'Your video',
    comment: 'Your comment',
    profile: 'Your profile',
    profileText: 'Your profile text',
    named: message<{ subject: string; text: string }>('{subject} “{text}”'),
  },
  sentences: {
    approve: message<{ about: string }>('{about} was approved'),
    limit: message<{ about: string }>('{about} is now unlisted: anyone with the link can watch it'),
    rate_16: message<{ about: string }>('{about} is now shown only to people aged 16 and older'),
    hold: message<{ about: string }>('{about} is being reviewed'),
    remove: message<{ about: string }>('{about} was removed'),
    quarantine: message<{ about: string }>('{about} was removed'),
    warn: message<{ about: string }>('Warning: {about} broke a rule'),
    mute_comments: 'You can’t comment for a while',
    suspend: 'Your account is suspended',
    force_private: 'Your profile was made private',
    force_rename: 'Your username was changed',
    ban: 'Your account is permanently suspended',
    restore: message<{ about: string }>('{about} was restored'),
    dismiss: message<{ about: string }>('{about} didn’t break any rules'),
    stop_broadcast: 'A moderator stopped your broadcast',
    refuse_replacement: 'The new file for your video was rejected. Viewers still see the current one',
  } satisfies Record<StatementOfReasons['action'], string | Sentence>,
  namedReplacementRefused: message<{ text: string }>(
    'The new file for your video “{text}” was rejected. Viewers still see the current one',
  ),
  namedBroadcastStopped: message<{ text: string }>('A moderator stopped your broadcast “{text}”'),
  sentence: ({ subject, action, about: text }: DecisionSummary): string => {
    const { subjects, sentences, namedReplacementRefused, namedBroadcastStopped } = statementOfReasonsMessages
    if (action === 'refuse_replacement' && text) return namedReplacementRefused({ text })
    if (action === 'stop_broadcast' && text) return namedBroadcastStopped({ text })
    const isText = subject === 'profile' && (action === 'approve' || action === 'remove')
    const name = subjects[isText ? 'profileText' : subject]
    const sentence = sentences[action]
    if (typeof sentence === 'string') return sentence
    return sentence({ about: text ? subjects.named({ subject: name, text }) : name })
  },
  rule: 'Rule',
  strikesRule: 'Strikes from several decisions',
  how: 'Decided by',
  person: 'A person',
  machine: 'Our software, automatically',
  seen: 'What we saw',
  strikes: 'Strikes',
  strikesText: message<{ n: number }>(
    '{n, plural, =0 {None} other {#. {n, plural, one {It counts} other {They count}} for 90 days. Several strikes together can get your account suspended.}}',
  ),
  when: 'When',
  until: 'Until',
  forGood: 'No end date (permanent)',
  reversed: 'This decision was reversed.',
  all: 'All decisions',
  open: 'See the reason and what you can do',
  appeal: {
    title: 'Appeal this decision',
    text: 'If you disagree, tell us why. Someone other than the person who made the decision will review your appeal. You can appeal once.',
    until: message<{ when: string }>('You can appeal until {when}.'),
    label: 'Why do you think the decision is wrong?',
    send: 'Send appeal',
    sent: 'Appeal sent',
    sentText:
      'Someone who didn’t make the decision will review your appeal. We’ll notify you of the outcome.',
    yours: 'Your appeal',
    open: 'Someone who didn’t make the decision is reviewing your appeal. We’ll notify you of the outcome.',
    reversedReplacement:
      'We reviewed your appeal, and you were right. Your file has already been deleted, so please upload it again.',
    reversedBroadcastStop:
      'We reviewed your appeal, and you were right. Your broadcast can’t continue, but you can start a new one.',
    upheld: 'We reviewed your appeal, and the decision stays in place.',
    reversed:
      'We reviewed your appeal, and you were right. Everything is back to how it was before the decision.',
  },
})

import { noticeDeadlineHours } from '#contract/moderation/intimate-image-notices.ts'

/** The form for reporting an intimate image that was published without consent. */
export const intimateImageNoticeMessages = {
  title: 'Get a private picture taken down',
  description:
    'Somebody published a naked or private picture or video of you without your yes? Tell us where it is. No account needed.',
  lead: 'A naked or private picture or video of you is on this site, and you did not say yes? This is not your fault. Tell us where it is.',
  promise: [
    'You need no account, and you do not have to send us the picture.',
    'We usually hide it for everyone as soon as you send this, before anyone has looked.',
    `A person decides within ${noticeDeadlineHours} hours and writes to you.`,
    'Who published it is not told who you are.',
  ],
  made: 'This also counts for pictures that were made or changed by a computer.',
  name: 'Your name',
  nameHint: 'It counts as your signature. Only the people who decide see it.',
  email: 'Email',
  emailHint: 'We answer here.',
  for: 'Who is in the picture?',
  forWhom: { me: 'I am', somebody: 'Somebody who asked me to write, for example my child' },
  addresses: 'Where is it?',
  addressesHint: 'Copy the address from your browser: one a line, at most 10.',
  words: 'Anything that helps us find it',
  wordsHint: 'For example at which minute it can be seen.',
  statement: 'What I wrote here is true. It was published without the yes of the person who is in it.',
  send: 'Send',
  failed: 'Not sent',
  sent: 'We have your notice',
  sentText: (due: string) => `A person decides by ${due}. We write to you then.`,
  receipt: 'Your number',
  receiptText: 'It also stands in the email that we have just sent you.',
  elsewhere:
    'Is it on other sites too? Tell an adult you trust. The police can help, and many countries have a helpline for this.',
  safety: 'Safety Center',
}

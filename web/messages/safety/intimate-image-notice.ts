import { defineMessages, message, textWithConstants } from '#i18n/define-messages.ts'
import { noticeDeadlineHours } from '#contract/moderation/intimate-image-notices.ts'

/** The interface text of the form for reporting an intimate image that was published without consent. */
export const intimateImageNoticeMessages = defineMessages('safety/intimate-image-notice', {
  title: 'Get a private picture taken down',
  description:
    'Has someone published a naked or private picture or video of you without your consent? Tell us where it is. You don’t need an account.',
  lead: 'Is a naked or private picture or video of you on this site without your consent? This is not your fault. Tell us where it is.',
  promise: [
    'You don’t need an account, and you don’t have to send us the picture.',
    'We usually hide the picture from everyone as soon as you send this form, before anyone has reviewed it.',
    textWithConstants(
      'Someone on our team decides within {hours} hours whether to take the picture down, and emails you.',
      () => ({ hours: noticeDeadlineHours }),
    ),
    'We keep your identity secret from the person who published the picture.',
  ],
  made: 'You can also use this form for pictures and videos made or changed with AI or other software.',
  name: 'Your name',
  nameHint: 'Your name counts as your signature. Only the people who review your notice can see it.',
  email: 'Email',
  emailHint: 'We’ll reply to this address.',
  for: 'Who is in the picture?',
  forWhom: { me: 'I am', somebody: 'Someone who asked me to report it, for example my child' },
  addresses: 'Where is it?',
  addressesHint: 'Paste up to 10 links from your browser, one per line.',
  words: 'Anything that helps us find the picture or video',
  wordsHint: 'For example, which minute of the video we should look at.',
  statement:
    'What I wrote here is true. The picture or video was published without the consent of the person in it.',
  send: 'Send',
  failed: 'Your notice wasn’t sent',
  sent: 'We have your notice',
  sentText: message<{ due: string }>('A person will review your notice by {due}, and then we’ll email you.'),
  receipt: 'Your reference number',
  receiptText: 'The reference number is also in the email we’ve just sent you.',
  elsewhere:
    'Is the picture on other sites too? Tell an adult you trust. The police can help, and many countries have a helpline for this.',
  safety: 'Safety Center',
})

import { defineMessages, message, textWithConstants } from '#i18n/define-messages.ts'
import type { ContactSubject } from '#contract/contact/contact-form.ts'
import { supportResponseTimes } from '#contract/contact/support.ts'

export const contactPageMessages = defineMessages('company/contact', {
  title: 'Contact',
  description:
    'Send us your questions, ideas, press inquiries or partnership offers, report a problem, or delete your account.',
  poster: 'Write to us.',
  lead: 'A person reads every message.',

  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailHint: 'We’ll reply to this address.',
  subject: 'Subject',
  message: 'Message',
  trap: 'Leave this empty',
  send: 'Send message',
  reset: 'Write another message',

  sent: "Message sent successfully! We'll get back to you soon.",
  failed: 'Failed to send message. Please try again.',
  cut: 'We couldn’t reach the site. Your message is still here.',

  topics: {
    'safety-help': 'You’re writing from the Safety Center, so we’ll read your message before other messages.',
    report:
      'To report something, send us the link to the video or profile, and tell us what’s wrong. We won’t tell the person you report that it was you.',
  },
  danger: 'If someone is in danger right now, contact your local authorities first.',

  /**
   * The names of the message subjects in the current language. The form always sends the English name of the
   * subject.
   */
  subjects: {
    'General Inquiry': 'General Inquiry',
    'Content Submission': 'Content Submission',
    'Partnership Opportunity': 'Partnership Opportunity',
    'Technical Support': 'Technical Support',
    'Press & Media': 'Press & Media',
    Other: 'Other',
    'Delete Account (24–48 hour process)': 'Delete Account (24–48 hour process)',
  } satisfies Record<ContactSubject, string>,

  times: 'How soon we answer',
  timesList: [
    ['General questions', textWithConstants('{time}', () => ({ time: supportResponseTimes.general }))],
    ['Business', textWithConstants('{time}', () => ({ time: supportResponseTimes.business }))],
    ['Press', textWithConstants('within {time}', () => ({ time: supportResponseTimes.press }))],
    ['Technical support', textWithConstants('{time}', () => ({ time: supportResponseTimes.technical }))],
    ['DMCA', textWithConstants('{time}', () => ({ time: supportResponseTimes.dmca }))],
    ['Account deletion', '24–48 hours'],
  ],
  mailbox: 'Or by email:',

  delete: {
    /** Prefills the message field, so people don’t have to write a message. */
    message: 'Please delete my account.',
    title: 'Delete your account?',
    text: 'We’ll immediately hide your profile and all your posts from everyone. You then have 24 hours to sign in and cancel the deletion. After that, we permanently delete everything, which can take up to another 24 hours.',
    confirm: 'Delete my account',
    /** This text is shown to signed-in users, who need not enter their account details. */
    account: message<{ username: string; email: string }>('We’ll delete @{username} ({email}).'),
    send: 'Continue',
    scheduled: 'Your account is scheduled for deletion',
    password: 'Your password',
    passwordHint: 'You signed in a while ago, so we need to check that it’s you.',
    keep: 'Keep my account',
    already: 'This account is already scheduled for deletion. You can cancel the deletion on your dashboard.',
    signedOutTitle: 'Send this message while signed out?',
    signedOutText:
      'We can’t be sure that this account is yours, so we’ll write to you before we delete it. If you sign in first, we can start deleting it right away.',
    signedOutConfirm: 'Send anyway',
    signedOutKeep: 'Cancel',
    signedOutHint: 'You’re not signed in. To delete your account right away,',
    signIn: 'sign in first',
    signedOutSent:
      'We haven’t deleted anything yet. You weren’t signed in, so we’ll write to you first. To delete your account right away, sign in and send the form again.',
  },
  booked: message<{ until: string; by: string }>(
    'Your account is now hidden from everyone. You can cancel the deletion on your dashboard until {until}. We’ll permanently delete everything by {by}.',
  ),
  dashboard: 'Go to the dashboard',
})

import { supportResponseTimes } from '#contract/contact/support.ts'

export const contactMessages = {
  title: 'Contact',
  description:
    'Write to us: questions, ideas, press, partnerships, trouble, or the deletion of your account.',
  poster: 'Say it.',
  lead: 'A person reads every message.',

  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailHint: 'This is where we answer.',
  subject: 'Subject',
  message: 'Message',
  trap: 'Leave this empty',
  send: 'Send message',
  reset: 'Write another message',

  sent: "Message sent successfully! We'll get back to you soon.",
  failed: 'Failed to send message. Please try again.',
  cut: 'We could not reach the site. What you wrote is still here.',

  topics: {
    'safety-help': 'You come from the Safety Center: we see that at once and look at your message first.',
    report:
      'You are reporting something. Tell us the link of the video or profile and what is wrong. Nobody will learn that it was you.',
  },
  danger: 'If somebody is in danger right now, contact your local authorities first.',

  times: 'How soon we answer',
  timesList: [
    ['General questions', supportResponseTimes.general],
    ['Business', supportResponseTimes.business],
    ['Press', `within ${supportResponseTimes.press}`],
    ['Technical support', supportResponseTimes.technical],
    ['DMCA', supportResponseTimes.dmca],
    ['Account deletion', '24–48 hours'],
  ] as const,
  mailbox: 'Or by email:',

  delete: {
    /** Prefills the message, so that nobody has to find words for leaving. */
    message: 'Please delete my account.',
    title: 'Delete your account?',
    text: 'Your profile and everything you made are hidden from everyone at once. For 24 hours you can sign in and cancel. After that we erase it all for good, within 48 hours from now.',
    confirm: 'Delete my account',
    /** For signed-in people, who do not have to enter their details again. */
    account: (username: string, email: string) => `We’ll delete @${username} (${email}).`,
    send: 'Continue',
    scheduled: 'Your account is scheduled for deletion',
    password: 'Your password',
    passwordHint: 'You signed in a while ago, so we check that it’s you.',
    keep: 'Keep my account',
    already: 'This account is already scheduled for deletion. You can cancel that on your dashboard.',
    signedOutTitle: 'Send this while signed out?',
    signedOutText:
      'We can’t know that this account is yours, so we will write to you first. Sign in before you send it and your account is deleted without waiting for us.',
    signedOutConfirm: 'Send anyway',
    signedOutKeep: 'Not yet',
    signedOutHint: 'You are not signed in. To delete your account right away,',
    signIn: 'sign in first',
    signedOutSent:
      'Nothing is deleted yet: you were not signed in, so we will write to you first. To delete your account right away, sign in and send the form again.',
  },
  booked: (until: string, by: string) =>
    `Your account is hidden from everyone now. Until ${until} you can cancel on your dashboard. By ${by} everything is erased for good.`,
  dashboard: 'Go to the dashboard',
}

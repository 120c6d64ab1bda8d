import { defineMessages } from '#i18n/define-messages.ts'
export const weeklyDigestMessages = defineMessages('dashboard/weekly-digest', {
  title: 'Weekly email',
  on: {
    label: 'Email me once a week',
    hint: 'Every weekend, you get one email with new videos by people you follow and the number of notifications you haven’t read. If nothing is new, you don’t get one.',
  },
  unconfirmed: 'Confirm your email address first. We can’t send you the weekly email until then.',
  save: 'Save email settings',
  unsubscribe: {
    title: 'Weekly email',
    description: 'Turn off the weekly email.',
    heading: 'Turn off the weekly email?',
    text: 'You won’t get the weekly email any more. You’ll still get emails about your account.',
    button: 'Turn off',
    done: 'The weekly email is off',
    doneText: 'You can turn it on again in your notification settings.',
    settings: 'Notification settings',
    invalid: 'This link doesn’t work',
    invalidText:
      'Open the link in the email again, or turn off the weekly email in your notification settings.',
  },
})

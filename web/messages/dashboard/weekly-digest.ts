export const weeklyDigestMessages = {
  title: 'Weekly email',
  on: {
    label: 'Email me once a week',
    hint: 'On the weekend, we email you the new videos by people you follow and how many unread notifications you have. If nothing is new, we don’t send anything.',
  },
  unconfirmed: 'Confirm your email address first. Until then, we don’t send you the weekly email.',
  save: 'Save weekly email',
  unsubscribe: {
    title: 'Weekly email',
    description: 'Turn off the weekly email.',
    heading: 'Turn off the weekly email?',
    text: 'You won’t get the weekly email any more. Emails about your account still arrive.',
    button: 'Turn off',
    done: 'The weekly email is off',
    doneText: 'You can turn it on again in your notification settings.',
    settings: 'Notification settings',
    invalid: 'This link doesn’t work',
    invalidText:
      'Open the link in the email again, or turn the weekly email off in your notification settings.',
  },
}

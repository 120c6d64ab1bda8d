import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about push notifications and the weekly email. Part of error-table.ts. */
export const notificationErrors = defineMessages(
  'errors/notification',
  {
    push_subscription_invalid: {
      status: 422,
      title: 'Push notifications aren’t available',
      detail: 'We can’t send push notifications to this browser. Try another browser.',
    },
    too_many_push_devices: {
      status: 409,
      title: 'Too many devices',
      detail: 'You already get push notifications on 10 devices. Remove one before you add another.',
    },
    unsubscribe_link_invalid: {
      status: 404,
      title: 'This link doesn’t work',
      detail: 'Open the link in the email again, or turn off the weekly email in your notification settings.',
    },
  } as const,
  ['field', 'when'],
)

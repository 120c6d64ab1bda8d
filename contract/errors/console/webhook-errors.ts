import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about webhooks, shown to admins. Part of error-table.ts. */
export const webhookErrors = defineMessages(
  'errors/webhook',
  {
    webhook_url_invalid: {
      status: 422,
      title: 'Check the URL',
      detail:
        'Enter a URL that starts with https:// and can be reached from the internet, without a port, username or password.',
      field: 'url',
    },
    webhook_description_too_long: {
      status: 422,
      title: 'Too long',
      detail: 'Use at most 200 characters.',
      field: 'description',
    },
    webhook_events_empty: {
      status: 422,
      title: 'No events selected',
      detail: 'Select at least one event.',
      field: 'event_types',
    },
    too_many_webhooks: {
      status: 409,
      title: 'Too many webhooks',
      detail: 'A site can have 20 webhooks. Delete one before you add another.',
    },
    webhook_disabled: {
      status: 409,
      title: 'Webhook is off',
      detail: 'Turn this webhook on before you send events to it.',
    },
  } as const,
  ['field', 'when'],
)

import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about contact messages. Part of error-table.ts. */
export const contactErrors = defineMessages(
  'errors/contact',
  {
    contact_first_name: {
      status: 422,
      title: 'First name required',
      detail: 'Please enter your first name.',
      field: 'firstName',
    },
    contact_last_name: {
      status: 422,
      title: 'Last name required',
      detail: 'Please enter your last name.',
      field: 'lastName',
    },
    contact_email: {
      status: 422,
      title: 'Email required',
      detail: 'Please enter a valid email address.',
      field: 'email',
    },
    contact_subject: {
      status: 422,
      title: 'Subject required',
      detail: 'Please choose a subject from the list.',
      field: 'subject',
    },
    contact_message: {
      status: 422,
      title: 'Message required',
      detail: 'Please write your message.',
      field: 'message',
    },
    contact_message_too_long: {
      status: 422,
      title: 'Message too long',
      detail: 'Use at most 5,000 characters.',
      field: 'message',
    },
    contact_trap: {
      status: 422,
      title: 'Not sent',
      detail: 'The field “Leave this empty” must stay empty. Please clear it and send your message again.',
      field: 'website',
    },
    contact_too_many: {
      status: 429,
      title: 'Too many messages',
      detail:
        'We’ve received your messages and will answer them. Please wait an hour before you send another message.',
    },
    deletion_unconfirmed: {
      status: 409,
      title: 'Please confirm',
      detail: 'Confirm that you want to delete your account.',
      field: 'confirmed',
    },
  } as const,
  ['field', 'when'],
)

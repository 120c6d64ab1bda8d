import { defineMessages } from '#i18n/define-messages.ts'

/** Errors of the sections of the admin console. Part of error-table.ts. */
export const consoleErrors = defineMessages(
  'errors/console',
  {
    original_deleted: {
      status: 409,
      title: 'The original was deleted',
      detail:
        'The uploaded file was deleted after processing, so it can’t be processed again. Ask the creator to replace the file.',
    },
    reprocess_refused: {
      status: 409,
      title: 'Can’t be processed now',
      detail:
        'This video is being processed, waits for a new file, or its file was rejected. Reload the page to see its state.',
    },
    job_not_cancellable: {
      status: 409,
      title: 'Can’t be cancelled',
      detail: 'Only waiting jobs whose work the site does not need can be cancelled. The list says why.',
    },
    job_not_retryable: {
      status: 409,
      title: 'Can’t be retried',
      detail: 'Only failed jobs can be retried. Reload the page to see the state of this job.',
    },
    contact_reply_empty: {
      status: 422,
      title: 'Nothing to send',
      detail: 'Please write your answer.',
      field: 'body',
    },
    contact_reply_too_long: {
      status: 422,
      title: 'Too long',
      detail: 'Use at most 5,000 characters.',
      field: 'body',
    },
    contact_reply_too_many: {
      status: 429,
      title: 'Too many emails',
      detail: 'You’ve sent many answers in a short time. Please wait a few minutes, then send this one.',
    },
    contact_closed: {
      status: 409,
      title: 'Already closed',
      detail: 'This message is closed. Reopen it to answer it or assign it.',
    },
    assignee_unknown: {
      status: 422,
      title: 'Choose a staff member',
      detail: 'Messages can be assigned to admins and safety leads only.',
      field: 'user_id',
    },
  } as const,
  ['field', 'when'],
)

import { defineMessages } from '#i18n/define-messages.ts'

/**
 * Errors that every page can show without a response from the API. These errors are not in request-errors.ts,
 * because every page loads this module. Part of error-table.ts.
 */
export const commonErrors = defineMessages('errors/common', {
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing here.' },
  unavailable: {
    status: 503,
    title: 'One moment',
    detail: 'We will be right back. Please try again in a few seconds.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong',
    detail: 'This was our mistake, not yours. Please try again.',
  },
} as const)

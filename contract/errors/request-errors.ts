import { defineMessages } from '#i18n/define-messages.ts'

/** Errors that can occur in any request. Part of error-table.ts. */
export const requestErrors = defineMessages(
  'errors/request',
  {
    invalid_input: { status: 422, title: 'Invalid request', detail: '{problem}' },
    cursor_invalid: {
      status: 422,
      title: 'Invalid cursor',
      detail:
        'This cursor is invalid. Send the next_cursor value from the previous page. For the first page, send no cursor.',
    },
    malformed_json: { status: 400, title: 'Invalid JSON', detail: 'The request body is not valid JSON.' },
    not_json: {
      status: 415,
      title: 'Unsupported content type',
      detail: 'Send the request body as UTF-8 JSON with the header Content-Type: application/json.',
    },
    malformed_request: {
      status: 400,
      title: 'Invalid request',
      detail: 'We couldn’t read this request.',
    },
    headers_too_large: {
      status: 431,
      title: 'Request too large',
      detail: 'The URL or the headers of this request are too long.',
    },
    too_slow: {
      status: 408,
      title: 'That took too long',
      detail: 'The request didn’t arrive in time. Please try again.',
    },
    body_too_large: {
      status: 413,
      title: 'Request too large',
      detail: 'The request is larger than allowed.',
    },
    foreign_origin: {
      status: 403,
      title: 'Not allowed',
      detail: 'This request came from another site, so we blocked it.',
    },
    oembed_format: {
      status: 501,
      title: 'Format not supported',
      detail: 'oEmbed responses are available as JSON only.',
    },
    method_not_allowed: {
      status: 405,
      title: 'Not allowed',
      detail: 'This URL doesn’t support this HTTP method.',
    },
    too_many_requests: {
      status: 429,
      title: 'Too many requests',
      detail: 'Please wait a moment and try again.',
    },
    too_many_streams: {
      status: 429,
      title: 'Too many open pages',
      detail: 'This site is open in too many tabs. Close some of the tabs, then reload this page.',
    },
    too_many_guesses: {
      status: 429,
      title: 'Too many attempts',
      detail: 'There were too many failed attempts. Please wait before you try again.',
    },
    conflict: {
      status: 409,
      title: 'Already changed',
      detail: 'Something has changed since you loaded this page. Reload the page and try again.',
    },
    key_reused: {
      status: 422,
      title: 'Key already used',
      detail: 'This Idempotency-Key was already used for a different request. Use a new key for this one.',
    },
    key_malformed: {
      status: 400,
      title: 'Invalid Idempotency-Key',
      detail: 'An Idempotency-Key must have 1–255 printable ASCII characters and no spaces.',
    },
    not_signed_in: { status: 401, title: 'Sign in first', detail: 'You need to sign in to do this.' },
    time_zone_unknown: {
      status: 422,
      title: 'Unknown time zone',
      detail: 'Use a time zone name such as Europe/Berlin.',
      field: 'time_zone',
    },
    forbidden: {
      status: 403,
      title: 'Not allowed',
      detail: 'You can do this only with your own videos and comments.',
    },
  } as const,
  ['field', 'when'],
)

/** Errors that any request can cause. Part of error-table.ts. */
export const requestErrors = {
  invalid_input: { status: 422, title: 'Something is not right', detail: '{problem}' },
  cursor_invalid: {
    status: 422,
    title: 'Something is not right',
    detail:
      'This cursor is no place in a list. Send the next_cursor of the page before, or none for the first page.',
  },
  malformed_json: { status: 400, title: 'Something is not right', detail: 'The request is not valid JSON.' },
  not_json: {
    status: 415,
    title: 'Something is not right',
    detail: 'Send the request as JSON in UTF-8, with the header Content-Type: application/json.',
  },
  malformed_request: {
    status: 400,
    title: 'Something is not right',
    detail: 'This is no request that we can read.',
  },
  headers_too_large: {
    status: 431,
    title: 'Too much at once',
    detail: 'The address or the headers of the request are longer than allowed.',
  },
  too_slow: {
    status: 408,
    title: 'That took too long',
    detail: 'The request did not arrive in time. Please try again.',
  },
  body_too_large: { status: 413, title: 'Too much at once', detail: 'The request is larger than allowed.' },
  foreign_origin: { status: 403, title: 'Not allowed', detail: 'This request came from another site.' },
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing here.' },
  oembed_format: { status: 501, title: 'Not that format', detail: 'oEmbed answers are JSON here.' },
  method_not_allowed: {
    status: 405,
    title: 'Not allowed',
    detail: 'This address does not take that kind of request.',
  },
  too_many_requests: {
    status: 429,
    title: 'Slow down',
    detail: 'Too many tries. Please wait a moment and try again.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many open pages',
    detail: 'Too many pages with live updates are open. Close some of them, then reload this one.',
  },
  too_many_guesses: {
    status: 429,
    title: 'Take a break',
    detail: 'Too many tries from here or for this account. Please wait a little, then try again.',
  },
  conflict: {
    status: 409,
    title: 'Already done',
    detail: 'This was changed in the meantime. Reload and try again.',
  },
  key_reused: {
    status: 422,
    title: 'Already used',
    detail: 'This Idempotency-Key came with another request before. Send this one with a new key.',
  },
  key_malformed: {
    status: 400,
    title: 'Something is not right',
    detail: 'An Idempotency-Key has 1 to 255 letters, digits and signs, without spaces.',
  },
  unavailable: {
    status: 503,
    title: 'One moment',
    detail: 'We will be right back. Please try again in a few seconds.',
  },
  internal: { status: 500, title: 'Something went wrong', detail: 'That is on us. Please try again.' },
  not_signed_in: { status: 401, title: 'Sign in first', detail: 'Sign in to do this.' },
  time_zone_unknown: {
    status: 422,
    title: 'Unknown time zone',
    detail: 'Use a name like Europe/Berlin.',
    field: 'time_zone',
  },
  forbidden: { status: 403, title: 'Not allowed', detail: 'This belongs to somebody else.' },
} as const

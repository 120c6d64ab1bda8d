/** Errors about reports and notices. Part of error-table.ts. */
export const reportErrors = {
  report_subject: {
    status: 422,
    title: 'What is it about?',
    detail: 'A report is about a video, a comment or a profile.',
    field: 'subject',
  },
  report_reason: {
    status: 422,
    title: 'What is wrong?',
    detail: 'Choose a reason from the list.',
    field: 'reason',
  },
  report_words_too_long: {
    status: 422,
    title: 'That is too long',
    detail: 'Use at most 500 characters.',
    field: 'words',
  },
  report_own: {
    status: 409,
    title: 'This is yours',
    detail: 'You can change or delete it yourself, without a report.',
  },
  report_too_many: {
    status: 429,
    title: 'That is a lot of reports',
    detail: 'We have yours and look at them. Please wait an hour before you send more.',
  },
  receipt_not_found: {
    status: 404,
    title: 'No report with this receipt',
    detail: 'Look at its letters and numbers once more.',
    field: 'receipt',
  },
  notice_name: {
    status: 422,
    title: 'Name required',
    detail: 'Please write your name. It counts as your signature.',
    field: 'name',
  },
  notice_email: {
    status: 422,
    title: 'Email required',
    detail: 'Please enter a valid email address. We answer there.',
    field: 'email',
  },
  notice_for: {
    status: 422,
    title: 'Who is in it?',
    detail: 'Say if it is you, or somebody who asked you to write.',
    field: 'for',
  },
  notice_addresses: {
    status: 422,
    title: 'Where is it?',
    detail: 'Copy the address from your browser, one a line, at most 10.',
    field: 'addresses',
  },
  notice_words_too_long: {
    status: 422,
    title: 'That is too long',
    detail: 'Use at most 2,000 characters.',
    field: 'words',
  },
  notice_statement: {
    status: 422,
    title: 'Please say that it is true',
    detail: 'We can only act when you confirm it.',
    field: 'statement',
  },
  notice_too_many: {
    status: 429,
    title: 'That is a lot of notices',
    detail: 'We have yours and look at them first. Please wait an hour before you send more.',
  },
} as const

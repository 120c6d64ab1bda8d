import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about reports and notices. Part of error-table.ts. */
export const abuseReportErrors = defineMessages(
  'errors/abuse-report',
  {
    report_subject: {
      status: 422,
      title: 'What is it about?',
      detail: 'You can report a video, a comment or a profile.',
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
      title: 'Too long',
      detail: 'Use at most 500 characters.',
      field: 'words',
    },
    report_own: {
      status: 409,
      title: 'This is yours',
      detail: 'This is your own content. You can edit or delete it without reporting it.',
    },
    report_too_many: {
      status: 429,
      title: 'Too many reports',
      detail:
        'We’ve received your reports and will review them. Please wait an hour before you send another report.',
    },
    receipt_not_found: {
      status: 404,
      title: 'We couldn’t find your report',
      detail: 'There is no report with this reference number. Check for typing mistakes, then try again.',
      field: 'receipt',
    },
    notice_name: {
      status: 422,
      title: 'Name required',
      detail: 'Please enter your name. It counts as your signature.',
      field: 'name',
    },
    notice_email: {
      status: 422,
      title: 'Email required',
      detail: 'Please enter a valid email address. We’ll send our reply there.',
      field: 'email',
    },
    notice_for: {
      status: 422,
      title: 'Who is in it?',
      detail: 'Tell us who is in the picture or video: you, or someone who asked you to write to us.',
      field: 'for',
    },
    notice_addresses: {
      status: 422,
      title: 'Where is it?',
      detail: 'Paste up to 10 links from your browser, one per line.',
      field: 'addresses',
    },
    notice_words_too_long: {
      status: 422,
      title: 'Too long',
      detail: 'Use at most 2,000 characters.',
      field: 'words',
    },
    notice_statement: {
      status: 422,
      title: 'Please confirm your notice',
      detail: 'We can act only if you confirm that everything in your notice is true.',
      field: 'statement',
    },
    notice_too_many: {
      status: 429,
      title: 'Too many notices',
      detail:
        'We’ve received your notices and will review them before other reports. Please wait an hour before you send another notice.',
    },
  } as const,
  ['field', 'when'],
)

import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about joining by invitation, and about a site that accepts no new accounts. Part of error-table.ts. */
export const registrationErrors = defineMessages(
  'errors/registration',
  {
    registration_closed: {
      status: 403,
      title: 'Registration is closed',
      detail: 'New accounts can’t be created here right now. If you already have an account, sign in.',
    },
    invitation_required: {
      status: 403,
      title: 'You need an invitation',
      detail: 'People join here with an invitation link. Ask the people who run the site for one.',
    },
    invitation_unknown: {
      status: 422,
      title: 'This invitation doesn’t work',
      detail: 'Check that you opened the whole link. If it still doesn’t work, ask for a new one.',
    },
    invitation_expired: {
      status: 422,
      title: 'This invitation has expired',
      detail: 'Ask the person who sent you the link for a new one.',
    },
    invitation_used_up: {
      status: 422,
      title: 'This invitation is used up',
      detail:
        'As many people as it was made for have already joined with it. Ask the person who sent you the link for a new one.',
    },
    invitation_revoked: {
      status: 422,
      title: 'This invitation was withdrawn',
      detail: 'Ask the person who sent you the link for a new one.',
    },
    invitation_invalid: {
      status: 422,
      title: 'Invitation not created',
      detail: 'Choose 1–1,000 uses and 1–365 days, and a note of at most 100 characters.',
    },
  } as const,
  ['field', 'when'],
)

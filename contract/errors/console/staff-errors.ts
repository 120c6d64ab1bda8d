import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about staff accounts and the pages for admins. Part of error-table.ts. */
export const staffErrors = defineMessages(
  'errors/staff',
  {
    second_factor_required: {
      status: 403,
      title: 'Set up a second factor first',
      detail:
        'Staff need an authenticator app or a passkey. Set one up under “Sign-in & security” on your dashboard.',
    },
    staff_passkey_required: {
      status: 403,
      title: 'Sign In Failed',
      detail: 'Your account has a staff role and a passkey. Sign in with your passkey.',
    },
    staff_sign_in_refused: {
      status: 403,
      title: 'Sign In Failed',
      detail:
        'Your account has a staff role, but you didn’t set up a second factor when you first signed in. Ask an admin of this site to let you sign in once more.',
    },
    staff_second_factor_kept: {
      status: 409,
      title: 'You need a second factor',
      detail:
        'Staff accounts must keep at least one second factor. Add another passkey or an authenticator app before you remove this one.',
    },
    people_query_short: {
      status: 422,
      title: 'Nothing to search for',
      detail: 'Enter 2–200 characters of a username, a display name, an email address or an id.',
      field: 'q',
    },
    own_account: {
      status: 403,
      title: 'Not your own account',
      detail: 'You can’t do this to your own account. Ask another admin.',
    },
    last_admin: {
      status: 409,
      title: 'The only admin',
      detail: 'This is the only admin. Make another account an admin first.',
    },
    role_minor: {
      status: 409,
      title: 'Too young for staff',
      detail: 'Staff must be 18 or older.',
    },
    role_unconfirmed: {
      status: 409,
      title: 'Email not confirmed',
      detail:
        'Staff must have confirmed their email address. The person can confirm it with the link in their email.',
    },
  } as const,
  ['field', 'when'],
)

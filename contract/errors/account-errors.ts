import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about accounts, sign-in, passwords and profiles. Part of error-table.ts. */
export const accountErrors = defineMessages(
  'errors/account',
  {
    full_name_required: {
      status: 422,
      title: 'Signup failed',
      detail: 'Please enter your full name.',
      field: 'full_name',
    },
    email_invalid: {
      status: 422,
      title: 'Signup failed',
      detail: 'Please enter a valid email address.',
      field: 'email',
    },
    email_taken: {
      status: 409,
      title: 'Signup failed',
      detail: 'An account with this email already exists. Sign in instead.',
      field: 'email',
    },
    age_restriction: {
      status: 422,
      title: 'Age restriction',
      detail: 'Only users aged 13–19 can create an account.',
      field: 'age',
    },
    age_restriction_here: {
      status: 422,
      title: 'Age restriction',
      detail: 'Only users aged {min}–19 can create an account here.',
      field: 'age',
    },
    age_refused_before: {
      status: 422,
      title: 'Age restriction',
      detail:
        'Only users aged {min}–19 can create an account. If you entered the wrong age, you can try again tomorrow.',
      field: 'age',
    },
    username_invalid: {
      status: 422,
      title: 'Invalid username',
      detail: 'Use 3–20 characters: letters, numbers, or underscores.',
      field: 'username',
    },
    username_taken: {
      status: 409,
      title: 'Username taken',
      detail: 'Please choose another username.',
      field: 'username',
    },
    username_lock: {
      status: 409,
      title: 'Username lock',
      detail: 'You can change your username again in {n} day(s).',
      field: 'username',
    },
    display_name_too_long: {
      status: 422,
      title: 'Save failed',
      detail: 'Use at most 100 characters.',
      field: 'display_name',
    },
    held_words_too_long: {
      status: 422,
      title: 'Save failed',
      detail: 'Use at most 1,000 characters for the list of words.',
      field: 'held_words',
    },
    bio_too_long: { status: 422, title: 'Save failed', detail: 'Use at most 300 characters.', field: 'bio' },
    account_leaving: {
      status: 409,
      title: 'Account scheduled for deletion',
      detail:
        'You can’t do this while your account is scheduled for deletion. You can cancel the deletion on your dashboard.',
    },
    account_suspended: {
      status: 403,
      title: 'Account suspended',
      detail:
        'You can browse and watch, but you can’t post while your account is suspended. Your notifications give the reason and explain how to appeal.',
    },
    account_grown: {
      status: 403,
      title: 'Your account is read-only',
      detail:
        'Afterbell is for people aged 13–19. You’re no longer in that age group, so you can’t post any more. You can still look around and download everything you made.',
    },
    deletion_too_late: {
      status: 409,
      title: 'Too late to cancel',
      detail: 'You had 24 hours to cancel the deletion. Your account is now being deleted.',
    },
    password_too_short_signup: {
      status: 422,
      title: 'Signup failed',
      detail: 'Please use at least 6 characters.',
      field: 'password',
    },
    password_too_short: {
      status: 422,
      title: 'Password too short',
      detail: 'Please use at least 8 characters.',
      field: 'password',
    },
    password_too_long: {
      status: 422,
      title: 'Password too long',
      detail: 'Please use at most 128 characters.',
      field: 'password',
    },
    password_weak: {
      status: 422,
      title: 'Weak password',
      detail: 'This password is too common. Please choose another.',
      field: 'password',
    },
    password_wrong: {
      status: 422,
      title: 'Change failed',
      detail: 'Your current password is incorrect.',
      field: 'current_password',
    },
    password_current_required: {
      status: 422,
      title: 'Change failed',
      detail: 'Enter your current password to continue.',
      field: 'current_password',
    },
    terms_required: {
      status: 422,
      title: 'Signup failed',
      detail: 'Please accept the terms.',
      field: 'terms',
    },
    sign_in_failed: { status: 401, title: 'Sign In Failed', detail: 'The email or password is incorrect.' },
    email_not_confirmed: {
      status: 403,
      title: 'Sign In Failed',
      detail: 'Please confirm your email first. Open the link in the latest confirmation email from us.',
    },
    code_needed: {
      status: 403,
      title: 'One more step',
      detail: 'Enter the code from your authenticator app, or a recovery code.',
      field: 'code',
    },
    code_wrong: {
      status: 422,
      title: 'Sign In Failed',
      detail:
        'This code is incorrect or was already used. Wait until your authenticator app shows a new code, then try again.',
      field: 'code',
    },
    code_expired: {
      status: 422,
      title: 'Sign In Failed',
      detail: 'That took too long, or there were too many incorrect codes. Please sign in again.',
    },
    second_on: { status: 409, title: 'Already on', detail: 'Two-step sign-in is already on.' },
    second_off: { status: 409, title: 'Not on', detail: 'Two-step sign-in is off. Turn it on first.' },
    passkey_failed: {
      status: 401,
      title: 'Sign In Failed',
      detail:
        'This passkey doesn’t belong to an account on this site. Sign in another way and check your passkeys.',
    },
    passkey_expired: {
      status: 422,
      title: 'That took too long',
      detail: 'Your passkey request has expired or was started in another browser. Please try again.',
    },
    passkey_not_added: {
      status: 422,
      title: 'Passkey not added',
      detail: 'This passkey can’t be used here. Try again, or use another device.',
    },
    passkey_known: {
      status: 409,
      title: 'Already added',
      detail: 'This passkey has already been added to an account.',
    },
    passkeys_full: {
      status: 409,
      title: 'Too many passkeys',
      detail: 'You have ten passkeys, which is the limit. To add another, remove one you no longer use.',
    },
    passkey_name: {
      status: 422,
      title: 'Not saved',
      detail: 'Give the passkey a name of 1–60 characters.',
      field: 'name',
    },
    sign_in_again: {
      status: 403,
      title: 'Sign in again',
      detail:
        'You signed in more than 15 minutes ago. To continue, sign out, sign in again, then come back here.',
    },
    sign_in_link_invalid: {
      status: 422,
      title: 'Sign In Failed',
      detail: 'This link has expired or was already used. Request a new one.',
    },
    confirmation_link_invalid: {
      status: 422,
      title: 'Not confirmed',
      detail: 'This link has expired or was already used. Sign in to get a new one.',
    },
    confirmation_password_required: {
      status: 422,
      title: 'Not confirmed',
      detail: 'Enter the password you chose when you joined. If you don’t remember it, set a new password.',
      field: 'password',
    },
    confirmation_password_wrong: {
      status: 422,
      title: 'Not confirmed',
      detail: 'This isn’t the password you chose when you joined. Try again, or set a new password.',
      field: 'password',
    },
    invalid_token: {
      status: 401,
      title: 'Invalid token',
      detail: 'This sign-in is no longer valid. Sign in again.',
    },
    reset_link_invalid: {
      status: 422,
      title: 'Change failed',
      detail: 'This link has expired or was already used. Request a new one.',
    },
    language_unknown: {
      status: 422,
      title: 'Unknown language',
      detail: 'Choose one of the languages in the list.',
      field: 'language',
    },
    account_closed: {
      status: 403,
      title: 'Not allowed',
      detail: 'This account is read-only. You can still download a copy of your data.',
    },
  } as const,
  ['field', 'when'],
)

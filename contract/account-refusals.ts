/** What is said about people (joining, signing in, passwords, profiles, leaving): a part of refusal-table.ts. */
export const accountRefusals = {
  full_name_required: {
    status: 422,
    title: 'Signup failed',
    detail: 'Please enter your full name.',
    field: 'full_name',
  },
  email_invalid: {
    status: 422,
    title: 'Signup failed',
    detail: 'Please enter a valid e-mail address.',
    field: 'email',
  },
  email_taken: {
    status: 409,
    title: 'Signup failed',
    detail: 'There is already an account with this e-mail. Sign in instead.',
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
    detail: 'Only users aged {min}–19 can create an account. You can try again tomorrow.',
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
  bio_too_long: { status: 422, title: 'Save failed', detail: 'Use at most 300 characters.', field: 'bio' },
  account_leaving: {
    status: 409,
    title: 'Account on its way out',
    detail: 'This account is booked for deletion. Cancel that on your dashboard first.',
  },
  account_suspended: {
    status: 403,
    title: 'Account suspended',
    detail:
      'You can look around, but not post for now. Your notifications say why, and how to ask for a second look.',
  },
  account_grown: {
    status: 403,
    title: 'Your time here is over',
    detail:
      'Afterbell is for people of 13 to 19. You can still look around and take everything you made with you.',
  },
  deletion_too_late: {
    status: 409,
    title: 'Too late',
    detail: 'This could be cancelled for 24 hours. The account is being erased now.',
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
    detail: 'The current password is not right.',
    field: 'current_password',
  },
  password_current_required: {
    status: 422,
    title: 'Change failed',
    detail: 'Enter your current password as well.',
    field: 'current_password',
  },
  terms_required: { status: 422, title: 'Signup failed', detail: 'Please accept the terms.', field: 'terms' },
  sign_in_failed: { status: 401, title: 'Sign In Failed', detail: 'E-mail or password is not right.' },
  email_not_confirmed: {
    status: 403,
    title: 'Sign In Failed',
    detail: 'Please confirm your e-mail first. We have sent you the link again.',
  },
  code_needed: {
    status: 403,
    title: 'One more step',
    detail: 'Enter the code of your authenticator app, or a recovery code.',
    field: 'code',
  },
  code_wrong: {
    status: 422,
    title: 'Sign In Failed',
    detail: 'This code is not right, or was used already. Wait for the next one.',
    field: 'code',
  },
  code_expired: {
    status: 422,
    title: 'Sign In Failed',
    detail: 'That took too long, or too many codes were wrong. Please sign in again.',
  },
  second_on: { status: 409, title: 'Already on', detail: 'Signing in asks for a code already.' },
  second_off: { status: 409, title: 'Not on', detail: 'Signing in asks for no code. Turn that on first.' },
  sign_in_again: {
    status: 403,
    title: 'Sign in again',
    detail: 'This needs a sign-in of the last 15 minutes. Sign out, sign in again and come back.',
  },
  sign_in_link_invalid: {
    status: 422,
    title: 'Sign In Failed',
    detail: 'This link has expired or was used already. Ask for a new one.',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid token',
    detail: 'This token has expired or was revoked. Sign in again.',
  },
  reset_link_invalid: {
    status: 422,
    title: 'Change failed',
    detail: 'This link has expired or was used already. Ask for a new one.',
  },
  account_closed: {
    status: 403,
    title: 'Not allowed',
    detail: 'This account can only be read and exported.',
  },
} as const

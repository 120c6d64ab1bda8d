/**
 * The toasts of the specification (section 8).
 * web/features/account/forms/auth-toasts.ts explains when each is shown.
 */
export const signOutMessages = {
  signedOut: ['Signed Out', 'Come back soon!'],
  signOutFailed: 'Sign Out Failed',
  clearedLocally: 'Session cleared locally',
} as const

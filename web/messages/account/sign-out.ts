/**
 * Toast messages from section 8 of the specification. web/features/account/forms/auth-toasts.ts explains when
 * each toast is shown.
 */
export const signOutMessages = {
  signedOut: ['Signed Out', 'Come back soon!'],
  signOutFailed: 'Sign Out Failed',
  clearedLocally: 'Session cleared locally',
} as const

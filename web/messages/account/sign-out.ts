/** The toasts of the specification (section 8). Which is said when: web/features/account/forms/auth-toasts.ts. */
export const signOutMessages = {
  signedOut: ['Signed Out', 'Come back soon!'],
  signOutFailed: 'Sign Out Failed',
  clearedLocally: 'Session cleared locally',
} as const

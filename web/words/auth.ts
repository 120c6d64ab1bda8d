/** The toasts of the specification (section 8). Which is said when: web/features/account/say.ts. */
export const words = {
  signedOut: ['Signed Out', 'Come back soon!'],
  signOutFailed: 'Sign Out Failed',
  clearedLocally: 'Session cleared locally',
} as const

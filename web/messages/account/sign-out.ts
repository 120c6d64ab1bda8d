import { defineMessages } from '#i18n/define-messages.ts'
/**
 * The toast messages that section 8 of the specification defines.
 * web/features/account/forms/account-form-results.ts explains when each of these toasts is shown.
 */
export const signOutMessages = defineMessages('account/sign-out', {
  signedOut: { title: 'Signed Out', text: 'Come back soon!' },
  signOutFailed: 'Sign Out Failed',
  clearedLocally: 'Session cleared locally',
})

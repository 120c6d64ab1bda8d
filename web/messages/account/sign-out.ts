import { defineMessages } from '#i18n/define-messages.ts'
/**
 * Toast messages from section 8 of the specification. web/features/account/forms/account-form-results.ts explains when
 * each toast is shown.
 */
export const signOutMessages = defineMessages('account/sign-out', {
  signedOut: { title: 'Signed Out', text: 'Come back soon!' },
  signOutFailed: 'Sign Out Failed',
  clearedLocally: 'Session cleared locally',
})

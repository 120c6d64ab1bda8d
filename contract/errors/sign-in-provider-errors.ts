import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about signing in with a provider. Part of error-table.ts. */
export const signInProviderErrors = defineMessages('errors/sign-in-provider', {
  provider_unavailable: {
    status: 503,
    title: 'Sign In Failed',
    detail: '{name} isn’t answering right now. Wait a little, or sign in another way.',
  },
  last_sign_in_method: {
    status: 409,
    title: 'Not disconnected',
    detail: 'This is your only way to sign in. Add a passkey or set a password first.',
  },
  logout_token_invalid: {
    status: 400,
    title: 'Invalid logout token',
    detail: 'The logout request is not valid. Check the settings of the client at the provider.',
  },
} as const)

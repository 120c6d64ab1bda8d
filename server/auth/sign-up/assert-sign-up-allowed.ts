import { ProviderSignInError } from '../oauth/provider-sign-in-error.ts'
import type { SignInProvider } from '../oauth/providers.ts'

/**
 * Decides whether a person without an account may create one with this provider. Every sign-up with a provider calls
 * this function before anything is stored. Throws ProviderSignInError.
 */
export function assertSignUpAllowed({ allowsSignUp }: SignInProvider): void {
  if (!allowsSignUp) throw new ProviderSignInError('sign_up_not_allowed')
}

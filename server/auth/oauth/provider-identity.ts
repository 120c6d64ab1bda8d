import type { IDToken } from 'openid-client'
import { emailSchema } from '#contract/accounts/accounts.ts'
import { SingleLineText } from '#contract/user-text.ts'
import type { PendingOAuthSignIn } from './oauth-state.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'
import { type OAuthProvider, type OAuthProviderName, providerCallbackUrl } from './providers.ts'

/** A person's identity, as a sign-in provider reports it. */
export interface ProviderIdentity {
  provider: OAuthProviderName
  /**
   * The provider's id for the person, which, unlike an email address, is never reassigned to another person.
   */
  subject: string
  email: string
  isEmailVerified: boolean
  name: string
}

/**
 * Exchanges the authorization code of a callback for an ID token and returns the identity in the token.
 * openid-client verifies issuer, audience, expiry, nonce and signature. The provider's tokens are not stored.
 */
export async function loadProviderIdentity(
  provider: OAuthProvider,
  callback: URLSearchParams,
  { codeVerifier, nonce }: PendingOAuthSignIn,
): Promise<ProviderIdentity> {
  const url = providerCallbackUrl(provider.name)
  url.search = callback.toString()
  const tokens = await provider.oidc
    .authorizationCodeGrant(provider.client, url, {
      pkceCodeVerifier: codeVerifier,
      expectedNonce: nonce,
      // The caller has already compared this `state` with the stored `state`.
      expectedState: callback.get('state')!,
    })
    .catch((error: unknown) => {
      throw new ProviderSignInError('invalid_code', failureReasonOf(error))
    })
  const claims = tokens.claims()!
  const email = emailSchema.safeParse(claims['email'])
  if (!email.success) throw new ProviderSignInError('email_not_found')
  return {
    provider: provider.name,
    subject: claims.sub,
    email: email.data,
    // Apple may send `email_verified` as the string `'true'` instead of a boolean.
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    name: provider.sendsNameInForm ? nameFromForm(callback.get('user')) : nameFromClaims(claims),
  }
}

/** Returns only the error code, because error messages and causes may contain a token. */
function failureReasonOf(error: unknown): string {
  const { error: fromProvider, code, name } = error as { error?: unknown; code?: unknown; name?: unknown }
  return String(fromProvider ?? code ?? name).slice(0, 60)
}

function nameFromClaims({ name }: IDToken): string {
  return SingleLineText.safeParse(name).data ?? ''
}

/**
 * Reads `{"name":{"firstName":"…","lastName":"…"}}`. The name comes from a form that the browser submits, so
 * the name is no more trustworthy than any other form input.
 */
function nameFromForm(user: string | null): string {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string')
    return SingleLineText.safeParse(parts.join(' ')).data ?? ''
  } catch {
    return ''
  }
}

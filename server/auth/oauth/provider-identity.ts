import type { IDToken, UserInfoResponse } from 'openid-client'
import { emailSchema } from '#contract/accounts/accounts.ts'
import { SingleLineText } from '#contract/user-text.ts'
import { parseAssertedAge } from './asserted-age.ts'
import type { PendingOAuthSignIn } from './oauth-state.ts'
import { failureReasonOf, loadProviderClient, type ProviderClient } from './provider-client.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'
import { providerCallbackUrl, type SignInProvider } from './providers.ts'

/** A person's identity, as a sign-in provider reports it. */
export interface ProviderIdentity {
  provider: SignInProvider
  /**
   * The provider's id for the person, which, unlike an email address, is never reassigned to another person.
   */
  subject: string
  /** Null if the provider does not tell the address. */
  email: string | null
  isEmailVerified: boolean
  name: string
  /** The age that the provider asserts, or null if the person has to be asked. */
  age: number | null
  groups: string[]
  /** The provider's id for its own session (OpenID Connect Back-Channel Logout 1.0, section 2.1). */
  providerSession: string | null
}

type Claims = Record<string, unknown>

/**
 * Exchanges the authorization code of a callback for an ID token and returns the identity in the token.
 * openid-client verifies issuer, audience, expiry, nonce and signature. The provider's tokens are not stored.
 */
export async function loadProviderIdentity(
  provider: SignInProvider,
  callback: URLSearchParams,
  { codeVerifier, nonce }: PendingOAuthSignIn,
): Promise<ProviderIdentity> {
  const known = await loadProviderClient(provider)
  const url = providerCallbackUrl(provider.id)
  url.search = callback.toString()
  const tokens = await known.oidc
    .authorizationCodeGrant(known.client, url, {
      pkceCodeVerifier: codeVerifier,
      expectedNonce: nonce,
      // The caller has already compared this `state` with the stored `state`.
      expectedState: callback.get('state')!,
      idTokenExpected: true,
    })
    .catch(throwSignInError)
  const claims = tokens.claims()!
  const more = await loadMissingClaims(provider, known, tokens.access_token, claims)
  // The address and its verification must come from the same response.
  const ofEmail: Claims = 'email' in claims ? claims : more
  const isVerified = ofEmail[provider.emailVerifiedClaim]
  const all: Claims = { ...more, ...claims }
  return {
    provider,
    subject: claims.sub,
    email: emailSchema.safeParse(ofEmail['email']).data ?? null,
    // Apple may send `email_verified` as the string `'true'`, and Entra ID sends `xms_edov` as `'1'`.
    isEmailVerified: [true, 'true', 1, '1'].includes(isVerified as string),
    name: provider.sendsNameInForm ? nameFromForm(callback.get('user')) : nameFromClaims(all),
    age: parseAssertedAge(all[provider.ageClaim ?? 'birthdate']),
    groups: groupsFromClaim(all[provider.groupsClaim]),
    providerSession: typeof claims['sid'] === 'string' ? claims['sid'].slice(0, 255) : null,
  }
}

/**
 * Requests the claims that the ID token lacks from the UserInfo endpoint. Some providers send the email address and
 * the groups only there. openid-client checks that the response is about the same person.
 */
async function loadMissingClaims(
  { roleGroups, groupsClaim, ageClaim }: SignInProvider,
  { oidc, client }: ProviderClient,
  accessToken: string,
  claims: IDToken,
): Promise<UserInfoResponse | Claims> {
  const wanted = ['email', ...(roleGroups.length > 0 ? [groupsClaim] : []), ...(ageClaim ? [ageClaim] : [])]
  if (!client.serverMetadata().userinfo_endpoint || wanted.every((claim) => claim in claims)) return {}
  return oidc.fetchUserInfo(client, accessToken, claims.sub).catch(throwSignInError)
}

/** Codes of openid-client for a provider that does not answer, or answers with a server error. */
const outageReasons = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

function throwSignInError(error: unknown): never {
  const reason = failureReasonOf(error)
  const isOutage = isConnectionFailure(error) || (outageReasons.has(reason) && isServerFailure(error))
  throw new ProviderSignInError(isOutage ? 'provider_unavailable' : 'invalid_code', reason)
}

/** If a connection fails, `fetch` throws a TypeError without a code. The errors of openid-client have codes. */
function isConnectionFailure(error: unknown): boolean {
  return error instanceof TypeError && !('code' in error)
}

function isServerFailure(error: unknown): boolean {
  const { cause } = error as { cause?: unknown }
  return !(cause instanceof Response) || cause.status >= 500
}

function nameFromClaims({ name }: Claims): string {
  return SingleLineText.safeParse(name).data ?? ''
}

/** Reads a list of group names, or a single name. */
function groupsFromClaim(claim: unknown): string[] {
  const groups = Array.isArray(claim) ? claim : [claim]
  return groups.filter((group) => typeof group === 'string')
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

import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { completeFirstFactor } from '../two-factor/pending-sign-in.ts'
import { findInvitation } from '../invitations/redeem-invitation.ts'
import { redeemOAuthState, saveOAuthState } from './oauth-state.ts'
import { findOrCreateLinkedAccount } from './linked-accounts.ts'
import { loadProviderIdentity } from './provider-identity.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'
import { loadOAuthProvider, type OAuthProviderName, providerCallbackUrl } from './providers.ts'

/** Returns the provider's URL to which the browser is sent to sign in. */
export async function createProviderSignInUrl(
  name: OAuthProviderName,
  { next, invitation }: { next: string; invitation?: string | undefined },
  responseHeaders: Headers,
): Promise<{ url: string }> {
  const provider = await loadOAuthProvider(name)
  if (!provider) throw new ApiError('not_found')
  const { oidc, client, scope, parameters } = provider
  // People who have an account can sign in with any link, so only new accounts need a valid invitation.
  const invitationId = invitation && (await findInvitation(invitation))
  const { pathname, search } = new URL(next, config.publicUrl)
  const codeVerifier = oidc.randomPKCECodeVerifier()
  const nonce = oidc.randomNonce()
  const state = await saveOAuthState(
    { provider: name, next: pathname + search, invitationId, codeVerifier, nonce },
    responseHeaders,
  )
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: providerCallbackUrl(name).href,
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  return { url: url.href }
}

/**
 * Completes a sign-in with Google or Apple and returns the path to open next. Signing in with the provider is
 * only the first factor: if two-factor authentication is on, no session is created yet, and the returned path
 * leads to the page that asks for the code. Throws ProviderSignInError.
 */
export async function completeProviderSignIn(
  name: string,
  callback: URLSearchParams,
  headers: Headers,
  responseHeaders: Headers,
): Promise<string> {
  const state = callback.get('state')
  if (!state) throw new ProviderSignInError('state_not_found')
  const started = await redeemOAuthState(state, name, headers, responseHeaders)
  // The provider has reported an error, for example because the person cancelled the sign-in.
  const refusal = callback.get('error')
  if (refusal) return buildSignInErrorPath(refusal, callback.get('error_description'))
  if (!callback.get('code')) throw new ProviderSignInError('no_code')
  const provider = await loadOAuthProvider(started.provider)
  if (!provider) throw new ProviderSignInError('oauth_provider_not_found')
  const identity = await loadProviderIdentity(provider, callback, started)
  const { userId, isSignedIn } = await transaction(async (tx) => {
    const account = await findOrCreateLinkedAccount(tx, identity, started.invitationId)
    const proved = { ...account, remember: true }
    return { ...account, isSignedIn: await completeFirstFactor(tx, proved, headers, responseHeaders) }
  })
  log.info('signed in with a provider', { userId })
  const { next } = started
  return isSignedIn ? next : `/login/code?${new URLSearchParams({ next })}`
}

/** Returns the path of the sign-in page with the message that signing in with the provider failed. */
export function buildSignInErrorPath(error: string, description?: string | null): string {
  return `/login?${new URLSearchParams({ error, ...(description && { error_description: description }) })}`
}

import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { transaction } from '#server/platform/db/db.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import { log } from '#server/platform/log.ts'
import { createCounter } from '#server/platform/metrics/registry.ts'
import { consumeAttempts } from '#server/rate-limits/login-throttle.ts'
import { emitEvent } from '#server/domain-events.ts'
import { completeFirstFactor } from '../two-factor/pending-sign-in.ts'
import { type PendingOAuthSignIn, redeemOAuthState, saveOAuthState } from './oauth-state.ts'
import { findInvitation } from '../invitations/redeem-invitation.ts'
import { findOrCreateLinkedAccount } from './linked-accounts.ts'
import { completeProviderLink } from './link-provider.ts'
import { loadProviderClient } from './provider-client.ts'
import { loadProviderIdentity, type ProviderIdentity } from './provider-identity.ts'
import { grantedRole } from './provider-roles.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'
import { findSignInProvider, providerCallbackUrl, type SignInProvider } from './providers.ts'

const outcomes = createCounter('afterbell_provider_sign_ins_total', 'Sign-ins with a provider, by outcome', [
  'outcome',
])

interface SignInRequest {
  /** The page to open after the sign-in. */
  next: string
  /** The address of the client, whose sign-ins are limited. */
  address: string
  /** The token of the invitation link with which the person joins, if any. */
  invitation?: string | undefined
  link?: PendingOAuthSignIn['link']
}

/** Returns the provider's URL to which the browser is sent to sign in. */
export async function createProviderSignInUrl(
  id: string,
  { next, address, invitation, link }: SignInRequest,
  responseHeaders: Headers,
): Promise<{ url: string }> {
  const provider = findSignInProvider(id)
  if (!provider) throw new ApiError('not_found')
  await consumeAttempts(['providerSignIns', getClientNetworkAddress(address)])
  // People who have an account can sign in with any link, so only new accounts need a valid invitation.
  const invitationId = invitation && (await findInvitation(invitation))
  const { oidc, client } = await loadClientOrThrowApiError(provider)
  const { pathname, search } = new URL(next, config.publicUrl)
  const codeVerifier = oidc.randomPKCECodeVerifier()
  const nonce = oidc.randomNonce()
  const state = await saveOAuthState(
    { provider: id, next: pathname + search, invitationId, codeVerifier, nonce, ...(link && { link }) },
    responseHeaders,
  )
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: providerCallbackUrl(id).href,
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...provider.parameters,
  })
  return { url: url.href }
}

/** How long people are asked to wait if the provider does not answer. */
const retryAfterSeconds = 30

async function loadClientOrThrowApiError(provider: SignInProvider) {
  try {
    return await loadProviderClient(provider)
  } catch (error) {
    if (!(error instanceof ProviderSignInError)) throw error
    log.warn('provider unavailable', { provider: provider.id, ...(error.reason && { reason: error.reason }) })
    outcomes.inc({ outcome: error.code })
    throw new ApiError('provider_unavailable', { name: provider.name }, retryAfterSeconds)
  }
}

/**
 * Completes a sign-in with a provider and returns the path to open next. Signing in with the provider is
 * only the first factor: if two-factor authentication is on, no session is created yet, and the returned path
 * leads to the page that asks for the code.
 */
export async function completeProviderSignIn(
  id: string,
  callback: URLSearchParams,
  headers: Headers,
  responseHeaders: Headers,
): Promise<string> {
  let started: PendingOAuthSignIn | undefined
  try {
    const state = callback.get('state')
    if (!state) throw new ProviderSignInError('state_not_found')
    started = await redeemOAuthState(state, id, headers, responseHeaders)
    const path = await completeStartedSignIn(started, callback, headers, responseHeaders)
    outcomes.inc({ outcome: started.link ? 'linked' : 'signed_in' })
    return path
  } catch (thrown) {
    const error = toSignInError(thrown)
    const { code, reason } = error
    log.warn('provider sign-in failed', { problem: code, ...(reason && { reason }) })
    // The codes that a provider chooses would make the number of time series unlimited.
    outcomes.inc({ outcome: error instanceof RefusedByProvider ? 'refused_by_provider' : code })
    return buildFailurePath(id, error, started)
  }
}

/** Staff without a second factor cannot sign in with a provider. Other errors are not failures of the sign-in. */
function toSignInError(error: unknown): ProviderSignInError {
  if (error instanceof ApiError && error.code.startsWith('staff_')) return new ProviderSignInError(error.code)
  if (error instanceof ProviderSignInError) return error
  throw error
}

/** The provider has reported an error, for example because the person cancelled the sign-in. */
class RefusedByProvider extends ProviderSignInError {}

async function completeStartedSignIn(
  started: PendingOAuthSignIn,
  callback: URLSearchParams,
  headers: Headers,
  responseHeaders: Headers,
): Promise<string> {
  const refusal = callback.get('error')
  if (refusal) throw new RefusedByProvider(refusal.slice(0, 60))
  if (!callback.get('code')) throw new ProviderSignInError('no_code')
  const provider = findSignInProvider(started.provider)
  if (!provider) throw new ProviderSignInError('oauth_provider_not_found')
  const identity = await loadProviderIdentity(provider, callback, started)
  if (started.link) return completeProviderLink(started.link, identity, headers)
  const { next } = started
  const isSignedIn = await openSession(identity, {
    invitationId: started.invitationId,
    headers,
    responseHeaders,
  })
  return isSignedIn ? next : `/login/code?${new URLSearchParams({ next })}`
}

/** Signs the person in, in one transaction. Returns false if a two-factor code is required. */
async function openSession(
  identity: ProviderIdentity,
  request: Parameters<typeof findOrCreateLinkedAccount>[2],
): Promise<boolean> {
  const { provider, groups, providerSession: session } = identity
  const { userId, isSignedIn } = await transaction(async (tx) => {
    const account = await findOrCreateLinkedAccount(tx, identity, request)
    await emitEvent(tx, {
      type: 'provider_role_asserted',
      userId: account.userId,
      providerId: provider.id,
      role: grantedRole(provider.roleGroups, groups),
    })
    const proved = { ...account, remember: true, provider: { id: provider.id, session } }
    const { headers, responseHeaders } = request
    return { ...account, isSignedIn: await completeFirstFactor(tx, proved, headers, responseHeaders) }
  })
  log.info('signed in with a provider', { userId })
  return isSignedIn
}

/** Returns the path of the page with the message that signing in or connecting the provider failed. */
function buildFailurePath(id: string, { code }: ProviderSignInError, started?: PendingOAuthSignIn): string {
  const query = new URLSearchParams({ error: code, ...(findSignInProvider(id) && { provider: id }) })
  if (started?.link) return `/dashboard/sign-in?${query}`
  // After signing in to the existing account, the person can connect the provider there.
  if (code === 'account_exists') query.set('next', '/dashboard/sign-in')
  return `/login?${query}`
}

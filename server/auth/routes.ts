import * as contract from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { putLanguage } from '#contract/accounts/language.ts'
import * as passwordContract from '#contract/auth/passwords.ts'
import * as sessions from '#contract/auth/sessions.ts'
import * as signIn from '#contract/auth/sign-in.ts'
import { checkInvitation } from '#contract/invitations/invitations.ts'
import * as providerContract from '#contract/auth/sign-in-providers.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { listStoredEmails } from '#server/platform/email.ts'
import { confirmEmailByLink, loadEmailConfirmation } from './sign-up/email-confirmation.ts'
import type { ClientInfo } from './client-info.ts'
import {
  completeProviderSignUp,
  assertAgeAllowedOrEraseAccount,
  findIncompleteAccount,
  loadAssertedAge,
} from './sign-up/complete-provider-sign-up.ts'
import { handleBackchannelLogout } from './oauth/backchannel-logout.ts'
import { handleOAuthCallback } from './oauth/oauth-callback.ts'
import { disconnectProvider, listConnectedProviders, startProviderLink } from './oauth/own-providers.ts'
import { authorizeMailboxAccess } from './dev-mailbox-access.ts'
import { loadCurrentUser } from './current-user.ts'
import { getSiteInfo } from './site-info.ts'
import { setPreferredLanguage } from './language.ts'
import { assertMayRegister, loadActiveInvitation } from './invitations/redeem-invitation.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { changeOwnPassword } from './passwords/change-password.ts'
import { requestPasswordReset, loadPasswordReset, resetPasswordByToken } from './passwords/reset-password.ts'
import { endAllOwnSessions, endOwnSession, listOwnSessions } from './active-sessions.ts'
import { endSession, renewSession } from './sessions.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'
import { signInWithPassword as signInByPassword } from './passwords/password-sign-in.ts'
import { enqueueSignInLink, loadSignInLink, redeemSignInLink } from './sign-in-link.ts'
import { signUpWithPassword } from './sign-up/sign-up.ts'
import { createProviderSignInUrl } from './oauth/oauth-sign-in.ts'
import { issueAccessToken } from './access-tokens.ts'
import { checkUsernameAvailability } from '#server/accounts/usernames.ts'
import { loadViewerFromSetCookie } from './load-viewer.ts'

export const authRoutes = [
  mountEndpoint(getSession, async ({ viewer, request, headers }) => {
    // Renews the session first, because the response says when the session ends.
    await renewSession(viewer, headers)
    const incomplete = viewer.kind === 'anonymous' ? await findIncompleteAccount(request.headers) : null
    return {
      me: await loadCurrentUser(viewer),
      expires_at: viewer.kind === 'member' ? viewer.session.expiresAt.toISOString() : null,
      site: getSiteInfo(),
      unfinished: incomplete !== null,
      asserted_age: incomplete ? await loadAssertedAge(incomplete) : null,
    }
  }),
  mountEndpoint(
    putLanguage,
    ({ viewer, body, request, headers }) =>
      setPreferredLanguage(viewer, body.language, request.headers, headers) as Promise<undefined>,
  ),
  mountEndpoint(contract.completeSocialSignUp, ({ body, request, headers }) =>
    completeProviderSignUp(body, request.headers, headers),
  ),
  mountEndpoint(
    contract.checkAgeEligibility,
    ({ body, request, headers }) =>
      assertAgeAllowedOrEraseAccount(body.age, request.headers, headers) as Promise<undefined>,
  ),
  mountEndpoint(contract.signUp, (context) =>
    signUpWithPassword(context.body, clientInfoOf(context), context.headers),
  ),
  mountEndpoint(contract.signIn, async (context) => {
    await signInByPassword(context.body, clientInfoOf(context), context.headers)
    return { me: (await loadCurrentUser(await loadViewerFromSetCookie(context.headers)))! }
  }),
  mountEndpoint(
    contract.signOut,
    ({ viewer, request, headers }) => endSession(viewer, request.headers, headers) as Promise<undefined>,
  ),
  mountEndpoint(sessions.listSessions, ({ viewer }) => listOwnSessions(requireMember(viewer))),
  mountEndpoint(sessions.deleteSession, ({ viewer, params }) =>
    endOwnSession(requireMember(viewer), params.id),
  ),
  mountEndpoint(sessions.deleteAllSessions, ({ viewer, headers }) =>
    endAllOwnSessions(requireMember(viewer), headers),
  ),
  mountEndpoint(
    signIn.requestSignInLink,
    ({ body, address }) => enqueueSignInLink(body, address) as Promise<undefined>,
  ),
  mountEndpoint(signIn.getSignInLink, ({ query }) => loadSignInLink(query.token)),
  mountEndpoint(signIn.signInWithLink, async (context) => {
    const proved = await redeemSignInLink(context.body, clientInfoOf(context), context.headers)
    return { me: await loadCurrentUser(await loadViewerFromSetCookie(context.headers)), ...proved }
  }),
  mountEndpoint(signIn.getEmailConfirmation, ({ query, request }) =>
    loadEmailConfirmation(query.token, request.headers),
  ),
  mountEndpoint(signIn.confirmEmail, async (context) => {
    await confirmEmailByLink(context.body, clientInfoOf(context), context.headers)
    return { me: await loadCurrentUser(await loadViewerFromSetCookie(context.headers)) }
  }),
  mountEndpoint(signIn.createAccessToken, (context) => issueAccessToken(context.body, clientInfoOf(context))),
  // Passkey routes are mounted before provider sign-in, because the path parameter of provider sign-in would
  // match the passkey paths too.
  ...passkeyRoutes,
  mountEndpoint(checkInvitation, async ({ query }) => {
    await assertMayRegister({ token: query.token })
    const { expires_at } = await loadActiveInvitation({ token: query.token })
    return { expires_at: expires_at.toISOString() }
  }),
  mountEndpoint(contract.checkUsername, ({ params, address }) =>
    checkUsernameAvailability(params.username, address),
  ),
  mountEndpoint(contract.signInWithProvider, ({ params, query, address, headers }) =>
    createProviderSignInUrl(params.provider, { ...query, address }, headers),
  ),
  mountEndpoint(providerContract.listOwnSignInProviders, ({ viewer }) =>
    listConnectedProviders(requireMember(viewer)),
  ),
  mountEndpoint(providerContract.connectSignInProvider, ({ viewer, params, body, address, headers }) =>
    startProviderLink(requireMember(viewer), params.provider, body, address, headers),
  ),
  mountEndpoint(providerContract.disconnectSignInProvider, ({ viewer, params, body }) =>
    disconnectProvider(requireMember(viewer), params.provider, body),
  ),
  mountEndpoint(
    passwordContract.sendPasswordResetEmail,
    ({ body, address }) => requestPasswordReset(body.email, address) as Promise<undefined>,
  ),
  mountEndpoint(passwordContract.getPasswordReset, ({ query }) => loadPasswordReset(query.token)),
  mountEndpoint(
    passwordContract.resetPassword,
    ({ body, address }) => resetPasswordByToken(body, address) as Promise<undefined>,
  ),
  mountEndpoint(
    passwordContract.changePassword,
    ({ viewer, body }) => changeOwnPassword(requireMember(viewer), body) as Promise<undefined>,
  ),
  mountEndpoint(contract.listDevMailboxEmails, async ({ address, request, query, headers }) => {
    if (!isLocalRequest(address, request.url) || !authorizeMailboxAccess(query.key, request.headers, headers))
      throw new ApiError('not_found')
    return { letters: await listStoredEmails() }
  }),
  // This route handles confirmation links that earlier releases sent. The links are valid for a day. A person
  // who signs in without a confirmed address gets a new link.
  defineRawRoute(['GET'], '/api/auth/verify-email', (c) => c.redirect('/login?confirmed=1&error=1')),
  defineRawRoute(['GET', 'POST'], '/api/auth/callback/:provider', handleOAuthCallback),
  defineRawRoute(['POST'], '/api/auth/backchannel-logout/:provider', handleBackchannelLogout),
  ...twoFactorRoutes,
]

function clientInfoOf({ address, request }: { address: string; request: Request }): ClientInfo {
  return { address, headers: request.headers }
}

/**
 * Returns whether a request comes from the server's own machine. Reading stored emails also requires a key,
 * because behind a proxy every request comes from the server's own machine.
 */
function isLocalRequest(address: string, url: string): boolean {
  const names = [new URL(config.publicUrl).hostname, new URL(url).hostname]
  const isLocal = names.every((name) => ['localhost', '127.0.0.1', '[::1]'].includes(name))
  return isLocal && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)
}

import * as contract from '#contract/accounts.ts'
import * as sessions from '#contract/sessions.ts'
import * as signIn from '#contract/sign-in.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { mount, raw } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import { keptLetters } from '../platform/mail.ts'
import { confirmByLink, readConfirmation } from './confirm.ts'
import type { Asking } from './credentials.ts'
import { finish, refuseAgeForGood, unfinished } from './finish.ts'
import { comeBack } from './library.ts'
import { opensMailbox } from './mailbox-key.ts'
import { me, site } from './me.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { changePassword } from './passwords.ts'
import { forgotPassword, readReset, resetPassword } from './reset-password.ts'
import { endAll, endOne, sessionsOf } from './session-list.ts'
import { endSession, renew } from './sessions.ts'
import { secondFactorRoutes } from './second/routes.ts'
import { signIn as signInByPassword } from './sign-in.ts'
import { askForLink, readLink, spendLink } from './sign-in-link.ts'
import { signUp } from './sign-up.ts'
import { enterByProvider, socialUrl } from './social.ts'
import { tokenFor } from './tokens.ts'
import { lookUp } from './usernames.ts'
import { signedIn } from './viewer.ts'

export const accountRoutes = [
  mount(contract.getSession, async ({ viewer, request, headers }) => {
    // Here and not only at the door: the answer says when the session ends.
    await renew(viewer, headers)
    return {
      me: await me(viewer),
      expires_at: viewer.kind === 'member' ? viewer.session.expiresAt.toISOString() : null,
      site: site(),
      unfinished: viewer.kind === 'anonymous' && (await unfinished(request.headers)) !== null,
    }
  }),
  mount(contract.finishAccount, ({ body, request, headers }) => finish(body, request.headers, headers)),
  mount(
    contract.declareAge,
    ({ body, request, headers }) =>
      refuseAgeForGood(body.age, request.headers, headers) as Promise<undefined>,
  ),
  mount(contract.signUp, (call) => signUp(call.body, asking(call), call.headers)),
  mount(contract.signIn, async (call) => {
    await signInByPassword(call.body, asking(call), call.headers)
    return { me: (await me(await signedIn(call.headers)))! }
  }),
  mount(
    contract.signOut,
    ({ viewer, request, headers }) => endSession(viewer, request.headers, headers) as Promise<undefined>,
  ),
  mount(sessions.listSessions, ({ viewer }) => sessionsOf(member(viewer))),
  mount(sessions.endOneSession, ({ viewer, params }) => endOne(member(viewer), params.id)),
  mount(sessions.endAllSessions, ({ viewer, headers }) => endAll(member(viewer), headers)),
  mount(signIn.askSignInLink, ({ body, address }) => askForLink(body, address) as Promise<undefined>),
  mount(signIn.getSignInLink, ({ query }) => readLink(query.token)),
  mount(signIn.signInByLink, async (call) => {
    const proved = await spendLink(call.body, asking(call), call.headers)
    return { me: await me(await signedIn(call.headers)), ...proved }
  }),
  mount(signIn.getEmailConfirmation, ({ query, request }) => readConfirmation(query.token, request.headers)),
  mount(signIn.confirmEmail, async (call) => {
    await confirmByLink(call.body, asking(call), call.headers)
    return { me: await me(await signedIn(call.headers)) }
  }),
  mount(signIn.createToken, (call) => tokenFor(call.body, asking(call))),
  // Before the sign-in by a provider, whose name stands in the same place of the path.
  ...passkeyRoutes,
  mount(contract.checkUsername, ({ params, address }) => lookUp(params.username, address)),
  mount(contract.signInSocial, ({ params, query, headers }) =>
    socialUrl(params.provider, query.next, headers),
  ),
  mount(
    contract.forgotPassword,
    ({ body, address }) => forgotPassword(body.email, address) as Promise<undefined>,
  ),
  mount(contract.getPasswordReset, ({ query }) => readReset(query.token)),
  mount(contract.resetPassword, ({ body, address }) => resetPassword(body, address) as Promise<undefined>),
  mount(
    contract.changePassword,
    ({ viewer, body }) => changePassword(member(viewer), body) as Promise<undefined>,
  ),
  mount(contract.listLetters, async ({ address, request, query, headers }) => {
    if (!isOnThisMachine(address, request.url) || !opensMailbox(query.key, request.headers, headers))
      throw new Refusal('not_found')
    return { letters: await keptLetters() }
  }),
  // Where confirmation links of earlier releases lead: signing in sends a new one. They are valid for a day.
  raw(['GET'], '/api/auth/verify-email', (c) => c.redirect('/login?confirmed=1&error=1')),
  // The return from a social provider; everything else of the library stays shut.
  raw(['GET', 'POST'], '/api/auth/callback/:provider', async (c) =>
    enterByProvider(await comeBack(c), c.req.raw.headers),
  ),
  ...secondFactorRoutes,
]

function asking({ address, request }: { address: string; request: Request }): Asking {
  return { address, headers: request.headers }
}

/** Proves nothing by itself, because behind a proxy everybody comes from this machine: kept email asks for a key as well. */
function isOnThisMachine(address: string, url: string): boolean {
  const names = [new URL(config.publicUrl).hostname, new URL(url).hostname]
  const isLocal = names.every((name) => ['localhost', '127.0.0.1', '[::1]'].includes(name))
  return isLocal && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)
}

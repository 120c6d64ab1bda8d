import type {
  FixtureActor,
  FixtureProfileKey,
  FixtureProfile,
} from '#tests/support/access-fixtures/fixture-types.ts'
import {
  isStaffActor,
  expectedUserBlockingAccess,
  expectedFullProfileAccess,
  expectedProfileAccess,
  expectedNoProfileAccess,
  expectedNoRecordAccess,
} from './expected-access.ts'
import {
  createPeopleListAccessRule,
  createJsonRequestInit,
  createAccessTestExemption,
  createOwnAccountAccessRule,
  ownAccountChangeExemption,
  createPrivateRecordAccessRule,
  createProfileAccessRule,
  assertRouteResultEquals,
  signInRouteTestExemption,
  type ProfileAccessRule,
  type RouteAccessRule,
  type RouteRequest,
} from './route-access-rule.ts'

/** Access rules for accounts, profiles and relationships between people. */
export const accountAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  // Account routes
  'GET /api/session': createAccessTestExemption('returns the signed-in user, or null to anonymous visitors'),
  'POST /api/age': createAccessTestExemption('says whether a person of this age may sign up'),
  'PUT /api/language': createAccessTestExemption('changes only the language of the sender'),
  'PUT /api/account': signInRouteTestExemption,
  'POST /api/accounts': signInRouteTestExemption,
  'POST /api/session': signInRouteTestExemption,
  'DELETE /api/session': signInRouteTestExemption,
  'POST /api/session/link': signInRouteTestExemption,
  'GET /api/session/link': signInRouteTestExemption,
  'PUT /api/session/link': signInRouteTestExemption,
  'POST /api/auth/token': signInRouteTestExemption,
  'GET /api/invitation': createAccessTestExemption(
    'says whether the invitation link with this secret token can be used, and nothing else',
  ),
  'GET /api/usernames/{username}': createAccessTestExemption(
    'says whether a username is available, and not who has or had it',
  ),
  'POST /api/session/{provider}': signInRouteTestExemption,
  'POST /api/password/forgot': signInRouteTestExemption,
  'POST /api/password/reset': signInRouteTestExemption,
  'GET /api/password/reset': signInRouteTestExemption,
  'GET /api/email-confirmation': signInRouteTestExemption,
  'POST /api/email-confirmation': signInRouteTestExemption,
  'PUT /api/password': ownAccountChangeExemption,
  'GET /api/dev/mail': createAccessTestExemption(
    'shows locally stored emails to anyone who has the key from the server log',
  ),
  'GET /api/auth/verify-email': signInRouteTestExemption,
  'GET /api/auth/callback/:provider': signInRouteTestExemption,
  'POST /api/auth/callback/:provider': signInRouteTestExemption,
  'POST /api/auth/backchannel-logout/:provider': createAccessTestExemption(
    'accepts only tokens that a provider has signed (tests/api/auth/openid-connect/backchannel-logout.test.ts)',
  ),

  'GET /api/me/second-factor': createOwnAccountAccessRule('/api/me/second-factor'),
  'POST /api/me/second-factor': ownAccountChangeExemption,
  'PUT /api/me/second-factor': ownAccountChangeExemption,
  'DELETE /api/me/second-factor': ownAccountChangeExemption,
  'POST /api/me/second-factor/recovery-codes': ownAccountChangeExemption,
  'GET /api/session/code': signInRouteTestExemption,
  'PUT /api/session/code': signInRouteTestExemption,

  'GET /api/me/passkeys': createOwnAccountAccessRule('/api/me/passkeys'),
  'POST /api/me/passkeys/challenge': ownAccountChangeExemption,
  'POST /api/me/passkeys': ownAccountChangeExemption,
  'PATCH /api/me/passkeys/{id}': createPrivateRecordAccessRule('passkey', {
    requires: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/me/passkeys/${id}`, createJsonRequestInit('PATCH', { name: 'Another name' })],
  }),
  'DELETE /api/me/passkeys/{id}': createPrivateRecordAccessRule('passkey', {
    requires: 'member',
    allowed: expectedNoRecordAccess,
    missing: 204,
    send: ({ id }) => [`/api/me/passkeys/${id}`, createJsonRequestInit('DELETE', {})],
  }),
  'POST /api/session/passkey': signInRouteTestExemption,
  'PUT /api/session/passkey': signInRouteTestExemption,

  'GET /api/me/sign-in-providers': createOwnAccountAccessRule('/api/me/sign-in-providers'),
  'POST /api/me/sign-in-providers/{provider}': ownAccountChangeExemption,
  'DELETE /api/me/sign-in-providers/{provider}': ownAccountChangeExemption,

  'GET /api/me/sessions': createOwnAccountAccessRule('/api/me/sessions'),
  'DELETE /api/me/sessions': ownAccountChangeExemption,
  'DELETE /api/me/sessions/{id}': createPrivateRecordAccessRule('session', {
    requires: 'member',
    allowed: expectedNoRecordAccess,
    missing: 204,
    send: ({ id }) => [`/api/me/sessions/${id}`, { method: 'DELETE' }],
  }),

  // Profile routes
  'GET /api/me/profile': createOwnAccountAccessRule('/api/me/profile'),
  'PATCH /api/me/profile': ownAccountChangeExemption,
  'PUT /api/me/avatar': ownAccountChangeExemption,
  'DELETE /api/me/avatar': ownAccountChangeExemption,
  'GET /api/profiles/id/{id}': createProfileAccessRule({
    allowed: expectedProfileAccess,
    send: ({ id }) => `/api/profiles/id/${id}`,
    verifyBody: wholeOrCard,
  }),
  'GET /api/profiles/{username}': createProfileAccessRule({
    allowed: expectedProfileAccess,
    send: ({ username }) => `/api/profiles/${username.toUpperCase()}`,
    verifyBody: wholeOrCard,
  }),
  'GET /avatars/:user/:name': createProfileAccessRule({
    allowed: expectedProfileAccess,
    missing: 'not_found',
    send: ({ avatar }) => [avatar, [avatar, { method: 'HEAD' }]],
  }),

  // Safety setting and wellbeing routes
  'GET /api/safety': createAccessTestExemption('returns the same table of safety defaults to everybody'),
  'GET /api/me/safety': createOwnAccountAccessRule('/api/me/safety'),
  'PUT /api/me/safety/{setting}': ownAccountChangeExemption,
  'PUT /api/me/time-zone': ownAccountChangeExemption,
  'GET /api/me/playing': createOwnAccountAccessRule('/api/me/playing'),
  'POST /api/me/watch-time': createAccessTestExemption(
    'adds watch time to the signed-in user, if there is one',
  ),
  'GET /api/me/watch-time': createOwnAccountAccessRule('/api/me/watch-time'),
  'DELETE /api/me/watch-time': ownAccountChangeExemption,
  'GET /api/me/history-state': createOwnAccountAccessRule('/api/me/history-state'),
  'PUT /api/me/history-state': ownAccountChangeExemption,
  'GET /api/me/history': createOwnAccountAccessRule('/api/me/history'),
  'DELETE /api/me/history': ownAccountChangeExemption,
  'GET /api/me/views': createOwnAccountAccessRule('/api/me/views'),
  'GET /api/me/analytics': createOwnAccountAccessRule('/api/me/analytics'),
  'GET /api/me/analytics.csv': createOwnAccountAccessRule('/api/me/analytics.csv'),

  // Follow, block and mute routes
  'PUT /api/profiles/id/{id}/follow': createProfileAccessRule({
    allowed: expectedProfileAccess,
    requires: 'active',
    changesRelationships: true,
    forbiddenError: (actor) => {
      if (isStaffActor(actor)) return 'staff_do_not_follow'
      return actor === 'owner' ? 'follow_not_possible' : undefined
    },
    send: ({ id }) => [`/api/profiles/id/${id}/follow`, { method: 'PUT' }],
    verifyBody: (response, actor, name) => {
      const { state } = response as { state: string }
      const asks = actor !== 'follower' && (actor === 'pending' || name === 'private')
      assertRouteResultEquals(state, asks ? 'pending' : 'approved', 'how one follows')
    },
  }),
  'DELETE /api/profiles/id/{id}/follow': createProfileAccessRule({
    ...repeatable('DELETE', '/api/profiles/id/{id}/follow'),
    missing: 200,
  }),
  'PUT /api/profiles/id/{id}/follow/notifications': createProfileAccessRule({
    allowed: expectedProfileAccess,
    requires: 'active',
    forbiddenError: (actor) => (actor === 'follower' ? undefined : 'not_following'),
    send: ({ id }) => [
      `/api/profiles/id/${id}/follow/notifications`,
      createJsonRequestInit('PUT', { new_videos: 'all' }),
    ],
  }),
  'GET /api/me/follow-requests': createPeopleListAccessRule('/api/me/follow-requests', {
    owner: ['pending'],
  }),
  // No user in the fixtures has sent a follow request. follows.test.ts covers approving a follow request.
  'PUT /api/me/follow-requests/{id}': createProfileAccessRule({
    allowed: expectedNoProfileAccess,
    requires: 'active',
    missing: 'follow_request_not_found',
    send: ({ id }) => [`/api/me/follow-requests/${id}`, { method: 'PUT' }],
  }),
  'DELETE /api/me/follow-requests/{id}': createProfileAccessRule(
    repeatable('DELETE', '/api/me/follow-requests/{id}'),
  ),
  'GET /api/me/followers': createPeopleListAccessRule('/api/me/followers', { owner: ['follower'] }),
  'DELETE /api/me/followers/{id}': createProfileAccessRule(repeatable('DELETE', '/api/me/followers/{id}')),
  'GET /api/me/following': createPeopleListAccessRule('/api/me/following', {
    follower: ['ada', 'priva'],
    pending: ['ada', 'priva'],
  }),
  'PUT /api/profiles/id/{id}/block': createProfileAccessRule({
    allowed: expectedUserBlockingAccess,
    requires: 'member',
    changesRelationships: true,
    forbiddenError: (actor) => (actor === 'owner' ? 'that_is_you' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/block`, { method: 'PUT' }],
  }),
  'DELETE /api/profiles/id/{id}/block': createProfileAccessRule({
    ...repeatable('DELETE', '/api/profiles/id/{id}/block'),
    missing: 200,
  }),
  'GET /api/me/blocks': createPeopleListAccessRule('/api/me/blocks', {
    owner: ['blocked'],
    blocker: ['ada', 'priva'],
  }),
  'PUT /api/profiles/id/{id}/mute': createProfileAccessRule({
    allowed: expectedProfileAccess,
    requires: 'member',
    changesRelationships: true,
    forbiddenError: (actor) => (actor === 'owner' ? 'that_is_you' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/mute`, { method: 'PUT' }],
  }),
  'DELETE /api/profiles/id/{id}/mute': createProfileAccessRule({
    ...repeatable('DELETE', '/api/profiles/id/{id}/mute'),
    missing: 200,
  }),
  'GET /api/me/mutes': createPeopleListAccessRule('/api/me/mutes', { admin: ['carol'] }),
}

/** A rule for a request that can be repeated safely and returns 204 whether or not the user exists. */
export function repeatable(
  method: string,
  path: string,
): Omit<ProfileAccessRule, 'about' | 'missing'> & { missing: number } {
  const send = ({ id }: FixtureProfile): RouteRequest => [path.replace('{id}', id), { method }]
  return {
    allowed: expectedNoProfileAccess,
    requires: 'member',
    missing: 204,
    changesRelationships: true,
    send,
  }
}

function wholeOrCard(
  response: unknown,
  actor: FixtureActor,
  name: FixtureProfileKey,
  somebody: FixtureProfile,
): void {
  const { view, bio, display_name } = response as { view: string; bio: string; display_name: string }
  const isWhole = expectedFullProfileAccess[name].includes(actor)
  assertRouteResultEquals(view, isWhole ? 'full' : 'card', 'how much is shown')
  assertRouteResultEquals(bio.includes(somebody.bio), isWhole, 'the text about themself')
  assertRouteResultEquals(display_name, somebody.username, 'the name')
}

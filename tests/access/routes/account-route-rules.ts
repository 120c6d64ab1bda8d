import type {
  FixtureActor,
  FixturePersonName,
  FixtureProfile,
} from '#tests/support/access-fixtures/fixture-types.ts'
import {
  isStaffActor,
  expectedUserBlockAccess,
  expectedFullProfileAccess,
  expectedProfileAccess,
  expectedMissingUserAccess,
  expectedNoRecordAccess,
} from './expected-access.ts'
import {
  peopleListRule,
  jsonRequest,
  unscopedRule,
  ownAccountRule,
  accountChangeRule,
  privateRecordRule,
  profileRule,
  assertSameValue,
  signInRule,
  type ProfileRouteRule,
  type RouteRule,
  type RouteRequest,
} from './route-rule.ts'

/** Access rules for accounts, profiles and relationships between people. */
export const accountRouteRules: Record<string, RouteRule | RouteRule[]> = {
  // Account routes
  'GET /api/session': unscopedRule('says who one is, also to nobody'),
  'POST /api/age': unscopedRule('whether an age may join: about who types it'),
  'PUT /api/account': signInRule,
  'POST /api/accounts': signInRule,
  'POST /api/session': signInRule,
  'DELETE /api/session': signInRule,
  'POST /api/session/link': signInRule,
  'GET /api/session/link': signInRule,
  'PUT /api/session/link': signInRule,
  'POST /api/auth/token': signInRule,
  'GET /api/usernames/{username}': unscopedRule(
    'says whether a name is free: it is not, whoever has or had it',
  ),
  'POST /api/session/{provider}': signInRule,
  'POST /api/password/forgot': signInRule,
  'POST /api/password/reset': signInRule,
  'GET /api/password/reset': signInRule,
  'GET /api/email-confirmation': signInRule,
  'POST /api/email-confirmation': signInRule,
  'PUT /api/password': accountChangeRule,
  'GET /api/dev/mail': unscopedRule('email kept on this machine, for whoever has the printed key'),
  'GET /api/auth/verify-email': signInRule,
  'GET /api/auth/callback/:provider': signInRule,
  'POST /api/auth/callback/:provider': signInRule,

  'GET /api/me/second-factor': ownAccountRule('/api/me/second-factor'),
  'POST /api/me/second-factor': accountChangeRule,
  'PUT /api/me/second-factor': accountChangeRule,
  'DELETE /api/me/second-factor': accountChangeRule,
  'POST /api/me/second-factor/recovery-codes': accountChangeRule,
  'GET /api/session/code': signInRule,
  'PUT /api/session/code': signInRule,

  'GET /api/me/passkeys': ownAccountRule('/api/me/passkeys'),
  'POST /api/me/passkeys/challenge': accountChangeRule,
  'POST /api/me/passkeys': accountChangeRule,
  'PATCH /api/me/passkeys/{id}': privateRecordRule('passkey', {
    requires: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/me/passkeys/${id}`, jsonRequest('PATCH', { name: 'Another name' })],
  }),
  'DELETE /api/me/passkeys/{id}': privateRecordRule('passkey', {
    requires: 'member',
    allowed: expectedNoRecordAccess,
    missing: 204,
    send: ({ id }) => [`/api/me/passkeys/${id}`, jsonRequest('DELETE', {})],
  }),
  'POST /api/session/passkey': signInRule,
  'PUT /api/session/passkey': signInRule,

  'GET /api/me/sessions': ownAccountRule('/api/me/sessions'),
  'DELETE /api/me/sessions': accountChangeRule,
  'DELETE /api/me/sessions/{id}': privateRecordRule('session', {
    requires: 'member',
    allowed: expectedNoRecordAccess,
    missing: 204,
    send: ({ id }) => [`/api/me/sessions/${id}`, { method: 'DELETE' }],
  }),

  // Profile routes
  'GET /api/me/profile': ownAccountRule('/api/me/profile'),
  'PATCH /api/me/profile': accountChangeRule,
  'PUT /api/me/avatar': accountChangeRule,
  'DELETE /api/me/avatar': accountChangeRule,
  'GET /api/profiles/id/{id}': profileRule({
    allowed: expectedProfileAccess,
    send: ({ id }) => `/api/profiles/id/${id}`,
    verifyBody: wholeOrCard,
  }),
  'GET /api/profiles/{username}': profileRule({
    allowed: expectedProfileAccess,
    send: ({ username }) => `/api/profiles/${username.toUpperCase()}`,
    verifyBody: wholeOrCard,
  }),
  'GET /avatars/:user/:name': profileRule({
    allowed: expectedProfileAccess,
    missing: 'not_found',
    send: ({ avatar }) => [avatar, [avatar, { method: 'HEAD' }]],
  }),

  // Safety setting and wellbeing routes
  'GET /api/safety': unscopedRule('the table of defaults, the same for all'),
  'GET /api/me/safety': ownAccountRule('/api/me/safety'),
  'PUT /api/me/safety/{setting}': accountChangeRule,
  'PUT /api/me/time-zone': accountChangeRule,
  'GET /api/me/playing': ownAccountRule('/api/me/playing'),
  'POST /api/me/watch-time': unscopedRule('adds to one’s own time, or to nobody’s'),
  'GET /api/me/watch-time': ownAccountRule('/api/me/watch-time'),
  'DELETE /api/me/watch-time': accountChangeRule,
  'GET /api/me/views': ownAccountRule('/api/me/views'),

  // Follow, block and mute routes
  'PUT /api/profiles/id/{id}/follow': profileRule({
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
      assertSameValue(state, asks ? 'pending' : 'approved', 'how one follows')
    },
  }),
  'DELETE /api/profiles/id/{id}/follow': profileRule({
    ...repeatable('DELETE', '/api/profiles/id/{id}/follow'),
    missing: 200,
  }),
  'GET /api/me/follow-requests': peopleListRule('/api/me/follow-requests', { owner: ['pending'] }),
  // No user in the fixtures has sent a follow request. The test follows.test.ts covers approving a follow
  // request.
  'PUT /api/me/follow-requests/{id}': profileRule({
    allowed: expectedMissingUserAccess,
    requires: 'active',
    missing: 'follow_request_not_found',
    send: ({ id }) => [`/api/me/follow-requests/${id}`, { method: 'PUT' }],
  }),
  'DELETE /api/me/follow-requests/{id}': profileRule(repeatable('DELETE', '/api/me/follow-requests/{id}')),
  'GET /api/me/followers': peopleListRule('/api/me/followers', { owner: ['follower'] }),
  'DELETE /api/me/followers/{id}': profileRule(repeatable('DELETE', '/api/me/followers/{id}')),
  'GET /api/me/following': peopleListRule('/api/me/following', {
    follower: ['ada', 'priva'],
    pending: ['ada', 'priva'],
  }),
  'PUT /api/profiles/id/{id}/block': profileRule({
    allowed: expectedUserBlockAccess,
    requires: 'member',
    changesRelationships: true,
    forbiddenError: (actor) => (actor === 'owner' ? 'that_is_you' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/block`, { method: 'PUT' }],
  }),
  'DELETE /api/profiles/id/{id}/block': profileRule({
    ...repeatable('DELETE', '/api/profiles/id/{id}/block'),
    missing: 200,
  }),
  'GET /api/me/blocks': peopleListRule('/api/me/blocks', { owner: ['blocked'], blocker: ['ada', 'priva'] }),
  'PUT /api/profiles/id/{id}/mute': profileRule({
    allowed: expectedProfileAccess,
    requires: 'member',
    changesRelationships: true,
    forbiddenError: (actor) => (actor === 'owner' ? 'that_is_you' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/mute`, { method: 'PUT' }],
  }),
  'DELETE /api/profiles/id/{id}/mute': profileRule({
    ...repeatable('DELETE', '/api/profiles/id/{id}/mute'),
    missing: 200,
  }),
  'GET /api/me/mutes': peopleListRule('/api/me/mutes', { admin: ['carol'] }),
}

/** A rule for a request that can be repeated safely and returns 204 for existing and for missing users. */
function repeatable(
  method: string,
  path: string,
): Omit<ProfileRouteRule, 'about' | 'missing'> & { missing: number } {
  const send = ({ id }: FixtureProfile): RouteRequest => [path.replace('{id}', id), { method }]
  return {
    allowed: expectedMissingUserAccess,
    requires: 'member',
    missing: 204,
    changesRelationships: true,
    send,
  }
}

function wholeOrCard(
  response: unknown,
  actor: FixtureActor,
  name: FixturePersonName,
  somebody: FixtureProfile,
): void {
  const { view, bio, display_name } = response as { view: string; bio: string; display_name: string }
  const isWhole = expectedFullProfileAccess[name].includes(actor)
  assertSameValue(view, isWhole ? 'full' : 'card', 'how much is shown')
  assertSameValue(bio.includes(somebody.bio), isWhole, 'the text about themself')
  assertSameValue(display_name, somebody.username, 'the name')
}

import type { Actor, PersonName, Somebody } from './cast.ts'
import { isStaff, keepOut, know, meet, noOne, ofNobody } from './rights.ts'
import {
  circle,
  json,
  nobody,
  oneself,
  ownAccount,
  paper,
  person,
  same,
  signing,
  type PersonRow,
  type Row,
  type Sent,
} from './row.ts'

/** Who one is, and how people stand to each other. */
export const ofPeople: Record<string, Row | Row[]> = {
  // Accounts
  'GET /api/session': nobody('says who one is, also to nobody'),
  'POST /api/age': nobody('whether an age may join: about who types it'),
  'PUT /api/account': signing,
  'POST /api/accounts': signing,
  'POST /api/session': signing,
  'DELETE /api/session': signing,
  'POST /api/session/link': signing,
  'GET /api/session/link': signing,
  'PUT /api/session/link': signing,
  'POST /api/auth/token': signing,
  'GET /api/usernames/{username}': nobody('says whether a name is free: it is not, whoever has or had it'),
  'POST /api/session/{provider}': signing,
  'POST /api/password/forgot': signing,
  'POST /api/password/reset': signing,
  'GET /api/password/reset': signing,
  'GET /api/email-confirmation': signing,
  'POST /api/email-confirmation': signing,
  'PUT /api/password': ownAccount,
  'GET /api/dev/mail': nobody('email kept on this machine, for whoever has the printed key'),
  'GET /api/auth/verify-email': signing,
  'GET /api/auth/callback/:provider': signing,
  'POST /api/auth/callback/:provider': signing,

  'GET /api/me/second-factor': oneself('/api/me/second-factor'),
  'POST /api/me/second-factor': ownAccount,
  'PUT /api/me/second-factor': ownAccount,
  'DELETE /api/me/second-factor': ownAccount,
  'POST /api/me/second-factor/recovery-codes': ownAccount,
  'GET /api/session/code': signing,
  'PUT /api/session/code': signing,

  'GET /api/me/passkeys': oneself('/api/me/passkeys'),
  'POST /api/me/passkeys/challenge': ownAccount,
  'POST /api/me/passkeys': ownAccount,
  'PATCH /api/me/passkeys/{id}': paper('passkey', {
    asks: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/me/passkeys/${id}`, json('PATCH', { name: 'Another name' })],
  }),
  'DELETE /api/me/passkeys/{id}': paper('passkey', {
    asks: 'member',
    may: ofNobody,
    missing: 204,
    send: ({ id }) => [`/api/me/passkeys/${id}`, json('DELETE', {})],
  }),
  'POST /api/session/passkey': signing,
  'PUT /api/session/passkey': signing,

  'GET /api/me/sessions': oneself('/api/me/sessions'),
  'DELETE /api/me/sessions': ownAccount,
  'DELETE /api/me/sessions/{id}': paper('session', {
    asks: 'member',
    may: ofNobody,
    missing: 204,
    send: ({ id }) => [`/api/me/sessions/${id}`, { method: 'DELETE' }],
  }),

  // Profiles
  'GET /api/me/profile': oneself('/api/me/profile'),
  'PATCH /api/me/profile': ownAccount,
  'PUT /api/me/avatar': ownAccount,
  'DELETE /api/me/avatar': ownAccount,
  'GET /api/profiles/id/{id}': person({
    may: meet,
    send: ({ id }) => `/api/profiles/id/${id}`,
    says: wholeOrCard,
  }),
  'GET /api/profiles/{username}': person({
    may: meet,
    send: ({ username }) => `/api/profiles/${username.toUpperCase()}`,
    says: wholeOrCard,
  }),
  'GET /avatars/:user/:name': person({
    may: meet,
    missing: 'not_found',
    send: ({ avatar }) => [avatar, [avatar, { method: 'HEAD' }]],
  }),

  // Safety and wellbeing
  'GET /api/safety': nobody('the table of defaults, the same for all'),
  'GET /api/me/safety': oneself('/api/me/safety'),
  'PUT /api/me/safety/{setting}': ownAccount,
  'PUT /api/me/time-zone': ownAccount,
  'GET /api/me/playing': oneself('/api/me/playing'),
  'POST /api/me/watch-time': nobody('adds to one’s own time, or to nobody’s'),
  'GET /api/me/watch-time': oneself('/api/me/watch-time'),
  'DELETE /api/me/watch-time': ownAccount,
  'GET /api/me/views': oneself('/api/me/views'),

  // Following and keeping apart
  'PUT /api/profiles/id/{id}/follow': person({
    may: meet,
    asks: 'active',
    shifts: true,
    refused: (actor) => {
      if (isStaff(actor)) return 'staff_do_not_follow'
      return actor === 'owner' ? 'follow_not_possible' : undefined
    },
    send: ({ id }) => [`/api/profiles/id/${id}/follow`, { method: 'PUT' }],
    says: (answer, actor, name) => {
      const { state } = answer as { state: string }
      const asks = actor !== 'follower' && (actor === 'pending' || name === 'private')
      same(state, asks ? 'pending' : 'approved', 'how one follows')
    },
  }),
  'DELETE /api/profiles/id/{id}/follow': person({
    ...repeatable('DELETE', '/api/profiles/id/{id}/follow'),
    missing: 200,
  }),
  'GET /api/me/follow-requests': circle('/api/me/follow-requests', { owner: ['pending'] }),
  // Nobody of whom things are looked at has asked anybody; the yes itself is in follows.test.ts.
  'PUT /api/me/follow-requests/{id}': person({
    may: noOne,
    asks: 'active',
    missing: 'follow_request_not_found',
    send: ({ id }) => [`/api/me/follow-requests/${id}`, { method: 'PUT' }],
  }),
  'DELETE /api/me/follow-requests/{id}': person(repeatable('DELETE', '/api/me/follow-requests/{id}')),
  'GET /api/me/followers': circle('/api/me/followers', { owner: ['follower'] }),
  'DELETE /api/me/followers/{id}': person(repeatable('DELETE', '/api/me/followers/{id}')),
  'GET /api/me/following': circle('/api/me/following', {
    follower: ['ada', 'priva'],
    pending: ['ada', 'priva'],
  }),
  'PUT /api/profiles/id/{id}/block': person({
    may: keepOut,
    asks: 'member',
    shifts: true,
    refused: (actor) => (actor === 'owner' ? 'that_is_you' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/block`, { method: 'PUT' }],
  }),
  'DELETE /api/profiles/id/{id}/block': person({
    ...repeatable('DELETE', '/api/profiles/id/{id}/block'),
    missing: 200,
  }),
  'GET /api/me/blocks': circle('/api/me/blocks', { owner: ['blocked'], blocker: ['ada', 'priva'] }),
  'PUT /api/profiles/id/{id}/mute': person({
    may: meet,
    asks: 'member',
    shifts: true,
    refused: (actor) => (actor === 'owner' ? 'that_is_you' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/mute`, { method: 'PUT' }],
  }),
  'DELETE /api/profiles/id/{id}/mute': person({
    ...repeatable('DELETE', '/api/profiles/id/{id}/mute'),
    missing: 200,
  }),
  'GET /api/me/mutes': circle('/api/me/mutes', { admin: ['carol'] }),
}

/** Lets go of somebody, or of nobody: it answers the same, and repeating does no harm. */
function repeatable(
  method: string,
  path: string,
): Omit<PersonRow, 'about' | 'missing'> & { missing: number } {
  const send = ({ id }: Somebody): Sent => [path.replace('{id}', id), { method }]
  return { may: noOne, asks: 'member', missing: 204, shifts: true, send }
}

function wholeOrCard(answer: unknown, actor: Actor, name: PersonName, somebody: Somebody): void {
  const { view, bio, display_name } = answer as { view: string; bio: string; display_name: string }
  const isWhole = know[name].includes(actor)
  same(view, isWhole ? 'full' : 'card', 'how much is shown')
  same(bio.includes(somebody.bio), isWhole, 'the text about themself')
  same(display_name, somebody.username, 'the name')
}

import { repeatable } from './account-access-rules.ts'
import {
  expectedMediaAccess,
  expectedModerationCaseAccess,
  expectedOwnerAccess,
  expectedWatchAccess,
  isStaffActor,
} from './expected-access.ts'
import {
  createAccessTestExemption,
  createContentListAccessRule,
  createItemAccessRule,
  createJsonRequestInit,
  createOwnAccountAccessRule,
  createProfileAccessRule,
  ownAccountChangeExemption,
  type RouteAccessRule,
} from './route-access-rule.ts'

const livePaths = ['master.m3u8', 'source/index.m3u8', 'source/init-0.mp4', 'source/0.m4s', 'source/0.0.m4s']

/** Owners cannot change a scheduled broadcast that was taken down. */
const expectedOwnerAccessUnlessTakenDown = { ...expectedOwnerAccess, removed: [], quarantined: [] }

/** Access rules for broadcasts. Every item in the fixtures has a broadcast that has ended. */
export const broadcastAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  'GET /api/stream-key': createOwnAccountAccessRule('/api/stream-key'),
  'POST /api/stream-key': ownAccountChangeExemption,
  'DELETE /api/stream-key': ownAccountChangeExemption,
  'POST /api/broadcasts': createAccessTestExemption('creates a broadcast that belongs to the signed-in user'),
  // The fixtures contain no broadcast that is on air. policy-sql-equivalence.test.ts tests who can find such
  // broadcasts.
  'GET /api/broadcasts': createContentListAccessRule('/api/broadcasts', { shows: 'some' }),
  'GET /api/broadcasts/mine': createOwnAccountAccessRule('/api/broadcasts/mine'),
  'GET /api/broadcasts/{id}': createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ id }) => `/api/broadcasts/${id}`,
  }),
  'POST /api/broadcasts/{id}/continue': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'broadcast_ended',
    send: ({ id }) => [`/api/broadcasts/${id}/continue`, { method: 'POST' }],
  }),
  'POST /api/broadcasts/{id}/end': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => [`/api/broadcasts/${id}/end`, createJsonRequestInit('POST', {})],
  }),
  'POST /api/broadcasts/{id}/chunks/{number}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'broadcast_ended',
    send: ({ id }) => [`/api/broadcasts/${id}/chunks/1`, { method: 'POST', body: 'chunk' }],
  }),
  'POST /api/scheduled-broadcasts': createAccessTestExemption(
    'schedules a broadcast that belongs to the signed-in user',
  ),
  // The items in the fixtures already have recordings, so the list is empty. scheduled-broadcasts.test.ts tests who
  // can find scheduled broadcasts.
  'GET /api/scheduled-broadcasts': createContentListAccessRule('/api/scheduled-broadcasts', {
    shows: 'some',
  }),
  'GET /api/scheduled-broadcasts/mine': createOwnAccountAccessRule('/api/scheduled-broadcasts/mine'),
  'GET /api/scheduled-broadcasts/{id}': createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ id }) => `/api/scheduled-broadcasts/${id}`,
  }),
  'PATCH /api/scheduled-broadcasts/{id}': createItemAccessRule({
    allowed: expectedOwnerAccessUnlessTakenDown,
    requires: 'active',
    send: ({ id }) => [
      `/api/scheduled-broadcasts/${id}`,
      createJsonRequestInit('PATCH', { starts_at: new Date(Date.now() + 3600_000).toISOString() }),
    ],
  }),
  'DELETE /api/scheduled-broadcasts/{id}': createItemAccessRule({
    allowed: expectedOwnerAccessUnlessTakenDown,
    requires: 'member',
    expected: 204,
    consumesResource: true,
    send: ({ id }) => [`/api/scheduled-broadcasts/${id}`, { method: 'DELETE' }],
  }),
  'POST /api/scheduled-broadcasts/{id}/start': createAccessTestExemption(
    'the items in the fixtures already have broadcasts; scheduled-broadcasts.test.ts tests who can start them',
  ),
  'PUT /api/scheduled-broadcasts/{id}/reminder': createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'active',
    expected: 204,
    send: ({ id }) => [`/api/scheduled-broadcasts/${id}/reminder`, { method: 'PUT' }],
  }),
  'DELETE /api/scheduled-broadcasts/{id}/reminder': createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'member',
    expected: 204,
    send: ({ id }) => [`/api/scheduled-broadcasts/${id}/reminder`, { method: 'DELETE' }],
  }),
  'GET /api/broadcasts/{id}/chat': createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ id }) => `/api/broadcasts/${id}/chat`,
  }),
  'GET /api/broadcasts/{id}/chat/replay': createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ id }) => `/api/broadcasts/${id}/chat/replay`,
  }),
  'POST /api/broadcasts/{id}/chat': createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'active',
    expected: 'chat_ended',
    forbiddenError: (actor, name) => {
      if (isStaffActor(actor)) return 'staff_silent'
      const isStranger = actor !== 'owner' && actor !== 'follower'
      return name === 'limited' && isStranger ? 'comments_followers' : undefined
    },
    send: ({ id }) => [`/api/broadcasts/${id}/chat`, createJsonRequestInit('POST', { body: 'So good' })],
  }),
  'DELETE /api/broadcasts/{id}/chat/messages/{message_id}': createAccessTestExemption(
    'chat.test.ts and chat-moderation.test.ts check who can remove messages',
  ),
  'PUT /api/broadcasts/{id}/chat/settings': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    send: ({ id }) => [
      `/api/broadcasts/${id}/chat/settings`,
      createJsonRequestInit('PUT', { slow_mode_seconds: 5 }),
    ],
  }),
  'GET /api/broadcasts/{id}/chat/removals': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => `/api/broadcasts/${id}/chat/removals`,
  }),
  'DELETE /api/broadcasts/{id}/chat/helper': createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'member',
    expected: 204,
    send: ({ id }) => [`/api/broadcasts/${id}/chat/helper`, { method: 'DELETE' }],
  }),
  'GET /api/broadcasts/chat/helpers': createOwnAccountAccessRule('/api/broadcasts/chat/helpers'),
  'POST /api/broadcasts/chat/helpers': createAccessTestExemption(
    'finds only the followers of the signed-in user (chat-moderation.test.ts)',
  ),
  'DELETE /api/broadcasts/chat/helpers/{id}': createProfileAccessRule({
    ...repeatable('DELETE', '/api/broadcasts/chat/helpers/{id}'),
    missing: 200,
  }),
  'POST /api/mod/broadcasts/{id}/stop': createItemAccessRule({
    allowed: {
      ...expectedModerationCaseAccess,
      quarantined: expectedModerationCaseAccess.public,
      deleted: [],
    },
    missing: 'not_found',
    expected: 204,
    send: ({ id }) => [`/api/mod/broadcasts/${id}/stop`, createJsonRequestInit('POST', { reason: 'test' })],
  }),
  'GET /media/:playback_id/live/*': createItemAccessRule({
    allowed: expectedMediaAccess,
    send: ({ playbackId }) => {
      const paths = livePaths.map((path) => `/media/${playbackId}/live/${path}`)
      return [...paths, [paths[4]!, { method: 'HEAD' }], [paths[4]!, { headers: { range: 'bytes=0-3' } }]]
    },
  }),
}

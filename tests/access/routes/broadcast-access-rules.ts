import {
  expectedMediaAccess,
  expectedModerationCaseAccess,
  expectedOwnerAccess,
  expectedWatchAccess,
} from './expected-access.ts'
import {
  createAccessTestExemption,
  createContentListAccessRule,
  createItemAccessRule,
  createJsonRequestInit,
  createOwnAccountAccessRule,
  ownAccountChangeExemption,
  type RouteAccessRule,
} from './route-access-rule.ts'

const livePaths = ['master.m3u8', 'source/index.m3u8', 'source/init-0.mp4', 'source/0.m4s', 'source/0.0.m4s']

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

import { fixtureCommentAuthors } from '#tests/support/access-fixtures/fixture-types.ts'
import {
  expectedFeaturingAccess,
  expectedCommentReadAccess,
  expectedAppealAccess,
  expectedUserReportingAccess,
  expectedWatchAccess,
  expectedNoRecordAccess,
} from './expected-access.ts'
import {
  createModerationCaseAccessRule,
  createItemAccessRule,
  createJsonRequestInit,
  createAccessTestExemption,
  createOwnAccountAccessRule,
  ownAccountChangeExemption,
  createPrivateRecordAccessRule,
  createProfileAccessRule,
  assertRouteResultEquals,
  type RouteAccessRule,
  type RouteRequest,
} from './route-access-rule.ts'

/** Access rules for notifications, reports, decisions and private records. */
export const moderationAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  // Notification routes
  'GET /api/notifications/unread': createOwnAccountAccessRule('/api/notifications/unread'),
  'GET /api/notifications/switches': createOwnAccountAccessRule('/api/notifications/switches'),
  'PUT /api/notifications/switches': ownAccountChangeExemption,
  'GET /api/notifications/push': createOwnAccountAccessRule('/api/notifications/push'),
  'PUT /api/notifications/push/device': ownAccountChangeExemption,
  'DELETE /api/notifications/push/devices/{id}': createPrivateRecordAccessRule('push_device', {
    requires: 'member',
    allowed: expectedNoRecordAccess,
    missing: 204,
    send: ({ id }) => [`/api/notifications/push/devices/${id}`, { method: 'DELETE' }],
  }),
  'PUT /api/notifications/push/kinds': ownAccountChangeExemption,
  'GET /api/notifications/digest': createOwnAccountAccessRule('/api/notifications/digest'),
  'PUT /api/notifications/digest': ownAccountChangeExemption,
  'POST /api/notifications/digest/unsubscribe': createAccessTestExemption(
    'turns off the weekly email of the person whom the signed token identifies, and returns nothing',
  ),
  'GET /api/notifications/events': createOwnAccountAccessRule('/api/notifications/events'),
  // The user `blocked` wrote a comment, which caused a notification, and was blocked afterwards
  // (fixture-comments.ts).
  'GET /api/notifications': {
    ...createOwnAccountAccessRule('/api/notifications'),
    forbiddenWords: ({ comments }) => [comments.by_blocked.word, '"username":"blocked"'],
  },
  'PUT /api/notifications/read': ownAccountChangeExemption,
  'PUT /api/notifications/{id}/read': createPrivateRecordAccessRule('notification', {
    requires: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/notifications/${id}/read`, { method: 'PUT' }],
  }),

  // Report routes
  'POST /api/reports': [
    createItemAccessRule({
      allowed: expectedWatchAccess,
      expected: 201,
      consumesResource: true,
      send: ({ id }) => report('content', id),
      forbiddenError: (actor) => (actor === 'owner' ? 'report_own' : undefined),
    }),
    createProfileAccessRule({
      allowed: expectedUserReportingAccess,
      expected: 201,
      send: ({ id }) => report('profile', id),
      forbiddenError: (actor) => (actor === 'owner' ? 'report_own' : undefined),
    }),
    {
      about: 'comment',
      allowed: expectedCommentReadAccess,
      expected: 201,
      missing: 'comment_not_found',
      consumesResource: true,
      send: ({ id }) => report('comment', id),
      forbiddenError: (actor, name) => (fixtureCommentAuthors[name] === actor ? 'report_own' : undefined),
    },
  ],
  'GET /api/reports': createOwnAccountAccessRule('/api/reports'),
  'GET /api/reports/{receipt}': createAccessTestExemption(
    'requires the receipt, and returns no names (reports.test.ts)',
  ),
  'GET /api/help-lines': createAccessTestExemption('returns the help lines that the operator has configured'),
  'POST /api/notices': createAccessTestExemption(
    'returns the same response whether or not the reported URL exists (notices.test.ts)',
  ),

  // Routes for a person's private records
  'POST /api/me/export': ownAccountChangeExemption,
  'GET /api/me/export': createOwnAccountAccessRule('/api/me/export'),
  'GET /api/me/export/:id': createPrivateRecordAccessRule('export', {
    requires: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/me/export/${id}`, [`/api/me/export/${id}`, { headers: { range: 'bytes=0-3' } }]],
  }),
  'GET /api/transparency': createAccessTestExemption('returns totals of decisions, and none below five'),

  // Routes for decisions about the signed-in user
  'GET /api/statements': createOwnAccountAccessRule('/api/statements'),
  'GET /api/statements/{id}': createPrivateRecordAccessRule('statement', {
    requires: 'member',
    missing: 'statement_not_found',
    send: ({ id }) => `/api/statements/${id}`,
  }),
  'POST /api/statements/{id}/appeal': createPrivateRecordAccessRule('statement', {
    requires: 'member',
    expected: 201,
    consumesResource: true,
    missing: 'statement_not_found',
    send: ({ id }) => [
      `/api/statements/${id}/appeal`,
      createJsonRequestInit('POST', { words: 'It was a joke' }),
    ],
  }),

  // Moderation routes
  'GET /api/mod/cases': {
    about: 'queue',
    send: () => '/api/mod/cases?limit=100',
  },
  'GET /api/mod/cases/{id}': createModerationCaseAccessRule({
    send: ({ id }) => `/api/mod/cases/${id}`,
    verifyBody: (response, actor, name) => {
      const { detail } = response as { detail: { content: { media: unknown } } | null }
      assertRouteResultEquals(detail !== null, actor === 'caseworker', 'what the case is about')
      if (detail) assertRouteResultEquals(detail.content.media !== null, name !== 'deleted', 'its media')
    },
  }),
  'GET /api/mod/cases/{id}/transcript': createModerationCaseAccessRule({
    forbiddenError: (actor) => (actor === 'caseworker' ? undefined : 'case_not_claimed'),
    send: ({ id }) => `/api/mod/cases/${id}/transcript`,
    verifyBody: (response) => {
      const { transcript } = response as { transcript: { cues: unknown[] } | null }
      assertRouteResultEquals(transcript?.cues.length, 1, 'the lines of the transcript')
    },
  }),
  'PUT /api/mod/cases/{id}/claim': createModerationCaseAccessRule({
    forbiddenError: (actor) => (actor === 'caseworker' ? undefined : 'case_claimed'),
    send: ({ id }) => [`/api/mod/cases/${id}/claim`, { method: 'PUT' }],
  }),
  'DELETE /api/mod/cases/{id}/claim': createModerationCaseAccessRule({
    expected: 204,
    changesRelationships: true,
    send: ({ id }) => [`/api/mod/cases/${id}/claim`, { method: 'DELETE' }],
  }),
  'POST /api/mod/cases/{id}/actions': createModerationCaseAccessRule({
    expected: 'action_refused',
    forbiddenError: (actor) => (actor === 'caseworker' ? undefined : 'case_not_claimed'),
    send: ({ id }) => [`/api/mod/cases/${id}/actions`, createJsonRequestInit('POST', { action: 'ban' })],
  }),
  'PUT /api/mod/appeals/{id}': createPrivateRecordAccessRule('appeal', {
    allowed: expectedAppealAccess,
    missing: 'not_found',
    forbiddenError: () => 'case_not_claimed',
    send: ({ id }) => [`/api/mod/appeals/${id}`, createJsonRequestInit('PUT', { outcome: 'upheld' })],
  }),
  'PUT /api/mod/content/{id}/featured': createItemAccessRule({
    allowed: expectedFeaturingAccess,
    expected: 204,
    missing: 'not_found',
    send: ({ id }) => [`/api/mod/content/${id}/featured`, { method: 'PUT' }],
  }),
  'DELETE /api/mod/content/{id}/featured': createItemAccessRule({
    allowed: expectedFeaturingAccess,
    expected: 204,
    missing: 'not_found',
    send: ({ id }) => [`/api/mod/content/${id}/featured`, { method: 'DELETE' }],
  }),
  'GET /api/admin/overview': { about: 'desk', allowed: ['admin'], path: '/api/admin/overview' },
  'GET /api/mod/playback-quality': {
    about: 'desk',
    allowed: ['admin'],
    path: '/api/mod/playback-quality',
  },
  'GET /api/mod/figures': { about: 'desk', allowed: ['admin'], path: '/api/mod/figures' },
  // These routes are only for staff. moderation-cases.test.ts checks this for every route below /api/mod.
  // Some of these routes are for notices about URLs that match nothing on the site.
  'GET /api/mod/floods': createAccessTestExemption(
    'lists groups of cases without naming any case (report-flood-grouping.test.ts)',
  ),
  'GET /api/mod/floods/{key}/claims': createAccessTestExemption(
    'shows the texts of reports to staff only (distinct-reports.test.ts)',
  ),
  'PUT /api/mod/floods/{key}/dismissal': createAccessTestExemption(
    'dismisses a group of cases without naming any case (report-flood-grouping.test.ts)',
  ),
  'GET /api/mod/notices': createAccessTestExemption('lists notices that refer to no content'),
  'PUT /api/mod/notices/{id}/place': createAccessTestExemption('handles a notice that refers to no content'),
  'PUT /api/mod/notices/{id}/not-found': createAccessTestExemption(
    'handles a notice that refers to no content',
  ),

  'DELETE /api/me/deletion': ownAccountChangeExemption,
  'POST /api/playback-reports': createAccessTestExemption(
    'adds numbers to hourly totals, and refers to no person and no video',
  ),
  'POST /api/contact': createAccessTestExemption('sends a message to the operator'),
}

function report(subject: string, id: string): RouteRequest {
  return ['/api/reports', createJsonRequestInit('POST', { subject, id, reason: 'spam' })]
}

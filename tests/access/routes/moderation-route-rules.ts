import { commentAuthors } from '#tests/support/access-fixtures/access-fixture-types.ts'
import {
  featureRights,
  readCommentRights,
  appealRights,
  reportUserRights,
  watchRights,
} from './access-rights.ts'
import {
  caseRule,
  itemRule,
  jsonRequest,
  unscopedRule,
  ownAccountRule,
  accountChangeRule,
  recordRule,
  profileRule,
  assertSameValue,
  type RouteRule,
  type RouteRequest,
} from './route-rule.ts'

/** Access rules for notifications, reports, decisions and private records. */
export const moderationRouteRules: Record<string, RouteRule | RouteRule[]> = {
  // Notification routes
  'GET /api/notifications/unread': ownAccountRule('/api/notifications/unread'),
  'GET /api/notifications/switches': ownAccountRule('/api/notifications/switches'),
  'PUT /api/notifications/switches': accountChangeRule,
  'GET /api/notifications/events': ownAccountRule('/api/notifications/events'),
  // This user commented and was blocked after the notification was created (access-comments.ts).
  'GET /api/notifications': {
    ...ownAccountRule('/api/notifications'),
    never: ({ comments }) => [comments.by_blocked.word, '"username":"blocked"'],
  },
  'PUT /api/notifications/read': accountChangeRule,
  'PUT /api/notifications/{id}/read': recordRule('notification', {
    asks: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/notifications/${id}/read`, { method: 'PUT' }],
  }),

  // Report routes
  'POST /api/reports': [
    itemRule({
      may: watchRights,
      gets: 201,
      spoils: true,
      send: ({ id }) => report('content', id),
      refused: (actor) => (actor === 'owner' ? 'report_own' : undefined),
    }),
    profileRule({
      may: reportUserRights,
      gets: 201,
      send: ({ id }) => report('profile', id),
      refused: (actor) => (actor === 'owner' ? 'report_own' : undefined),
    }),
    {
      about: 'comment',
      may: readCommentRights,
      gets: 201,
      missing: 'comment_not_found',
      spoils: true,
      send: ({ id }) => report('comment', id),
      refused: (actor, name) => (commentAuthors[name] === actor ? 'report_own' : undefined),
    },
  ],
  'GET /api/reports': ownAccountRule('/api/reports'),
  'GET /api/reports/{receipt}': unscopedRule('whoever holds the receipt; it names nobody (reports.test.ts)'),
  'GET /api/help-lines': unscopedRule('numbers that an operator has set'),
  'POST /api/notices': unscopedRule(
    'the same answer whether an address names something or not (notices.test.ts)',
  ),

  // Routes of a person's private records
  'POST /api/me/export': accountChangeRule,
  'GET /api/me/export': ownAccountRule('/api/me/export'),
  'GET /api/me/export/:id': recordRule('export', {
    asks: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/me/export/${id}`, [`/api/me/export/${id}`, { headers: { range: 'bytes=0-3' } }]],
  }),
  'GET /api/transparency': unscopedRule('sums of what was decided, none below five'),

  // Routes of decisions about the signed-in user
  'GET /api/statements': ownAccountRule('/api/statements'),
  'GET /api/statements/{id}': recordRule('statement', {
    asks: 'member',
    missing: 'statement_not_found',
    send: ({ id }) => `/api/statements/${id}`,
  }),
  'POST /api/statements/{id}/appeal': recordRule('statement', {
    asks: 'member',
    gets: 201,
    spoils: true,
    missing: 'statement_not_found',
    send: ({ id }) => [`/api/statements/${id}/appeal`, jsonRequest('POST', { words: 'It was a joke' })],
  }),

  // Moderation routes
  'GET /api/mod/cases': {
    about: 'queue',
    send: () => '/api/mod/cases?limit=100',
  },
  'GET /api/mod/cases/{id}': caseRule({
    send: ({ id }) => `/api/mod/cases/${id}`,
    says: (response, actor, name) => {
      const { detail } = response as { detail: { content: { media: unknown } } | null }
      assertSameValue(detail !== null, actor === 'caseworker', 'what the case is about')
      if (detail) assertSameValue(detail.content.media !== null, name !== 'deleted', 'its media')
    },
  }),
  'PUT /api/mod/cases/{id}/claim': caseRule({
    refused: (actor) => (actor === 'caseworker' ? undefined : 'case_claimed'),
    send: ({ id }) => [`/api/mod/cases/${id}/claim`, { method: 'PUT' }],
  }),
  'DELETE /api/mod/cases/{id}/claim': caseRule({
    gets: 204,
    shifts: true,
    send: ({ id }) => [`/api/mod/cases/${id}/claim`, { method: 'DELETE' }],
  }),
  'POST /api/mod/cases/{id}/actions': caseRule({
    gets: 'action_refused',
    refused: (actor) => (actor === 'caseworker' ? undefined : 'case_not_claimed'),
    send: ({ id }) => [`/api/mod/cases/${id}/actions`, jsonRequest('POST', { action: 'ban' })],
  }),
  'PUT /api/mod/appeals/{id}': recordRule('appeal', {
    may: appealRights,
    missing: 'not_found',
    refused: () => 'case_not_claimed',
    send: ({ id }) => [`/api/mod/appeals/${id}`, jsonRequest('PUT', { outcome: 'upheld' })],
  }),
  'PUT /api/mod/content/{id}/featured': itemRule({
    may: featureRights,
    gets: 204,
    missing: 'not_found',
    send: ({ id }) => [`/api/mod/content/${id}/featured`, { method: 'PUT' }],
  }),
  'DELETE /api/mod/content/{id}/featured': itemRule({
    may: featureRights,
    gets: 204,
    missing: 'not_found',
    send: ({ id }) => [`/api/mod/content/${id}/featured`, { method: 'DELETE' }],
  }),
  'GET /api/mod/figures': { about: 'desk', may: ['admin'], path: '/api/mod/figures' },
  // These routes are for staff only, which moderation-cases.test.ts checks for every route below /api/mod.
  // Some of these routes concern notices about addresses where nothing exists.
  'GET /api/mod/floods': unscopedRule('groups of cases, none of them named (flood-queue.test.ts)'),
  'GET /api/mod/floods/{key}/claims': unscopedRule(
    'what strangers wrote, for staff alone (flood-claims.test.ts)',
  ),
  'PUT /api/mod/floods/{key}/dismissal': unscopedRule(
    'a group of cases, none of them named (flood-queue.test.ts)',
  ),
  'GET /api/mod/notices': unscopedRule('letters that name nothing'),
  'PUT /api/mod/notices/{id}/place': unscopedRule('a letter that names nothing'),
  'PUT /api/mod/notices/{id}/not-found': unscopedRule('a letter that names nothing'),

  'DELETE /api/me/deletion': accountChangeRule,
  'POST /api/contact': unscopedRule('a letter to us'),
}

function report(subject: string, id: string): RouteRequest {
  return ['/api/reports', jsonRequest('POST', { subject, id, reason: 'spam' })]
}

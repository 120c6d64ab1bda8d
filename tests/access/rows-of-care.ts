import { authors } from './cast.ts'
import { featureIt, read, secondLook, tell, watch } from './rights.ts'
import {
  aCase,
  item,
  json,
  nobody,
  oneself,
  ownAccount,
  paper,
  person,
  same,
  type Row,
  type Sent,
} from './row.ts'

/** What one is told, what one reports and decides, and one’s own. */
export const ofCare: Record<string, Row | Row[]> = {
  // The bell
  'GET /api/notifications/unread': oneself('/api/notifications/unread'),
  'GET /api/notifications/switches': oneself('/api/notifications/switches'),
  'PUT /api/notifications/switches': ownAccount,
  'GET /api/notifications/events': oneself('/api/notifications/events'),
  // Somebody commented, and was blocked after the bell had rung (cast.ts).
  'GET /api/notifications': {
    ...oneself('/api/notifications'),
    never: ({ comments }) => [comments.by_blocked.word, '"username":"blocked"'],
  },
  'PUT /api/notifications/read': ownAccount,
  'PUT /api/notifications/{id}/read': paper('notification', {
    asks: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/notifications/${id}/read`, { method: 'PUT' }],
  }),

  // Reports
  'POST /api/reports': [
    item({
      may: watch,
      gets: 201,
      spoils: true,
      send: ({ id }) => report('content', id),
      refused: (actor) => (actor === 'owner' ? 'report_own' : undefined),
    }),
    person({
      may: tell,
      gets: 201,
      send: ({ id }) => report('profile', id),
      refused: (actor) => (actor === 'owner' ? 'report_own' : undefined),
    }),
    {
      about: 'comment',
      may: read,
      gets: 201,
      missing: 'comment_not_found',
      spoils: true,
      send: ({ id }) => report('comment', id),
      refused: (actor, name) => (authors[name] === actor ? 'report_own' : undefined),
    },
  ],
  'GET /api/reports': oneself('/api/reports'),
  'GET /api/reports/{receipt}': nobody('whoever holds the receipt; it names nobody (reports.test.ts)'),
  'GET /api/help-lines': nobody('numbers that an operator has set'),
  'POST /api/notices': nobody('the same answer whether an address names something or not (notices.test.ts)'),

  // One's own
  'POST /api/me/export': ownAccount,
  'GET /api/me/export': oneself('/api/me/export'),
  'GET /api/me/export/:id': paper('export', {
    asks: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/me/export/${id}`, [`/api/me/export/${id}`, { headers: { range: 'bytes=0-3' } }]],
  }),
  'GET /api/transparency': nobody('sums of what was decided, none below five'),

  // What was decided about oneself
  'GET /api/statements': oneself('/api/statements'),
  'GET /api/statements/{id}': paper('statement', {
    asks: 'member',
    missing: 'statement_not_found',
    send: ({ id }) => `/api/statements/${id}`,
  }),
  'POST /api/statements/{id}/appeal': paper('statement', {
    asks: 'member',
    gets: 201,
    spoils: true,
    missing: 'statement_not_found',
    send: ({ id }) => [`/api/statements/${id}/appeal`, json('POST', { words: 'It was a joke' })],
  }),

  // Looking after people
  'GET /api/mod/cases': {
    about: 'queue',
    send: () => '/api/mod/cases?limit=100',
  },
  'GET /api/mod/cases/{id}': aCase({
    send: ({ id }) => `/api/mod/cases/${id}`,
    says: (answer, actor, name) => {
      const { detail } = answer as { detail: { content: { media: unknown } } | null }
      same(detail !== null, actor === 'caseworker', 'what the case is about')
      if (detail) same(detail.content.media !== null, name !== 'deleted', 'its media')
    },
  }),
  'PUT /api/mod/cases/{id}/claim': aCase({
    refused: (actor) => (actor === 'caseworker' ? undefined : 'case_claimed'),
    send: ({ id }) => [`/api/mod/cases/${id}/claim`, { method: 'PUT' }],
  }),
  'DELETE /api/mod/cases/{id}/claim': aCase({
    gets: 204,
    shifts: true,
    send: ({ id }) => [`/api/mod/cases/${id}/claim`, { method: 'DELETE' }],
  }),
  'POST /api/mod/cases/{id}/actions': aCase({
    gets: 'action_refused',
    refused: (actor) => (actor === 'caseworker' ? undefined : 'case_not_claimed'),
    send: ({ id }) => [`/api/mod/cases/${id}/actions`, json('POST', { action: 'ban' })],
  }),
  'PUT /api/mod/appeals/{id}': paper('appeal', {
    may: secondLook,
    missing: 'not_found',
    refused: () => 'case_not_claimed',
    send: ({ id }) => [`/api/mod/appeals/${id}`, json('PUT', { outcome: 'upheld' })],
  }),
  'PUT /api/mod/content/{id}/featured': item({
    may: featureIt,
    gets: 204,
    missing: 'not_found',
    send: ({ id }) => [`/api/mod/content/${id}/featured`, { method: 'PUT' }],
  }),
  'DELETE /api/mod/content/{id}/featured': item({
    may: featureIt,
    gets: 204,
    missing: 'not_found',
    send: ({ id }) => [`/api/mod/content/${id}/featured`, { method: 'DELETE' }],
  }),
  'GET /api/mod/figures': { about: 'desk', may: ['admin'], path: '/api/mod/figures' },
  // For staff alone, which api/moderation.test.ts asks of every route below /api/mod; about letters that name nothing here.
  'GET /api/mod/floods': nobody('groups of cases, none of them named (flood-queue.test.ts)'),
  'GET /api/mod/floods/{key}/claims': nobody('what strangers wrote, for staff alone (flood-claims.test.ts)'),
  'PUT /api/mod/floods/{key}/dismissal': nobody('a group of cases, none of them named (flood-queue.test.ts)'),
  'GET /api/mod/notices': nobody('letters that name nothing'),
  'PUT /api/mod/notices/{id}/place': nobody('a letter that names nothing'),
  'PUT /api/mod/notices/{id}/not-found': nobody('a letter that names nothing'),

  'DELETE /api/me/deletion': ownAccount,
  'POST /api/contact': nobody('a letter to us'),
}

function report(subject: string, id: string): Sent {
  return ['/api/reports', json('POST', { subject, id, reason: 'spam' })]
}

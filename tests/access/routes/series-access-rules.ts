import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import type { PersonalRecord } from '#tests/support/access-fixtures/private-records.ts'
import { expectedPageAccess } from './expected-access.ts'
import {
  createContentListAccessRule,
  createItemAccessRule,
  createJsonRequestInit,
  createOwnAccountAccessRule,
  createPrivateRecordAccessRule,
  ownAccountChangeExemption,
  type RouteAccessRule,
} from './route-access-rule.ts'

const missing = 'series_not_found'

const episodePath = ({ id }: PersonalRecord, { publicItem }: AccessFixtures) =>
  `/api/series/${id}/episodes/${publicItem.id}`

/**
 * Access rules for series. The private record is a series without episodes, which only its owner can see.
 * `tests/api/content/series-visibility.test.ts` tests series with episodes.
 */
export const seriesAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  'GET /api/me/series': createOwnAccountAccessRule('/api/me/series'),
  // Each item in the fixtures is the only episode of a series whose title contains a word from the item's
  // title.
  'GET /api/series': createContentListAccessRule('/api/series?limit=50'),
  'POST /api/series': ownAccountChangeExemption,
  'GET /api/series/{id}': createPrivateRecordAccessRule('series', {
    missing,
    send: ({ id }) => `/api/series/${id}`,
  }),
  'GET /api/series/{id}/episodes': createPrivateRecordAccessRule('series', {
    missing,
    send: ({ id }) => `/api/series/${id}/episodes`,
  }),
  'PATCH /api/series/{id}': createPrivateRecordAccessRule('series', {
    requires: 'active',
    missing,
    send: ({ id }) => [`/api/series/${id}`, createJsonRequestInit('PATCH', { title: 'Another title' })],
  }),
  'DELETE /api/series/{id}': createPrivateRecordAccessRule('series', {
    requires: 'member',
    missing,
    expected: 204,
    consumesResource: true,
    send: ({ id }) => [`/api/series/${id}`, { method: 'DELETE' }],
  }),
  'PUT /api/series/{id}/episodes/{content_id}': createPrivateRecordAccessRule('series', {
    requires: 'active',
    missing,
    // The request fails even for the owner of the series, because the video belongs to another person.
    expected: 'content_not_found',
    send: (series, cast) => [
      episodePath(series, cast),
      createJsonRequestInit('PUT', { season: 1, episode: 1 }),
    ],
  }),
  'DELETE /api/series/{id}/episodes/{content_id}': createPrivateRecordAccessRule('series', {
    requires: 'member',
    missing,
    expected: 204,
    send: (series, cast) => [episodePath(series, cast), { method: 'DELETE' }],
  }),
  'PUT /api/series/{id}/notifications': createPrivateRecordAccessRule('series', {
    requires: 'active',
    missing,
    // The owner gets no notifications about their own series.
    expected: 'own_series',
    send: ({ id }) => [
      `/api/series/${id}/notifications`,
      createJsonRequestInit('PUT', { notifications: 'all' }),
    ],
  }),
  'GET /api/content/{id}/series': ['', '?season=2'].map((query) =>
    createItemAccessRule({
      allowed: expectedPageAccess,
      send: ({ id }) => `/api/content/${id}/series${query}`,
    }),
  ),
}

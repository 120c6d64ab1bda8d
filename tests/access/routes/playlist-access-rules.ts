import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import type { PersonalRecord } from '#tests/support/access-fixtures/private-records.ts'
import { expectedProfileAccess, expectedWatchAccess } from './expected-access.ts'
import {
  createItemAccessRule,
  createJsonRequestInit,
  createOwnAccountAccessRule,
  createPrivateRecordAccessRule,
  createProfileAccessRule,
  type RouteAccessRule,
} from './route-access-rule.ts'

const itemPath = ({ id }: PersonalRecord, { publicItem }: AccessFixtures) =>
  `/api/playlists/${id}/items/${publicItem.id}`

/**
 * Access rules for playlists. The fixture is a private playlist.
 * `tests/api/social/playlist-visibility.test.ts` tests the other visibilities.
 */
export const playlistAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  'GET /api/me/playlists': createOwnAccountAccessRule('/api/me/playlists'),
  'GET /api/profiles/id/{id}/playlists': createProfileAccessRule({
    allowed: expectedProfileAccess,
    send: ({ id }) => `/api/profiles/id/${id}/playlists`,
  }),
  'POST /api/playlists': createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'active',
    expected: 201,
    send: ({ id }) => ['/api/playlists', createJsonRequestInit('POST', { title: 'A list', content: id })],
  }),
  'GET /api/playlists/{id}': createPrivateRecordAccessRule('playlist', {
    missing: 'playlist_not_found',
    send: ({ id }) => `/api/playlists/${id}`,
  }),
  'GET /api/playlists/{id}/items': createPrivateRecordAccessRule('playlist', {
    missing: 'playlist_not_found',
    send: ({ id }) => `/api/playlists/${id}/items`,
  }),
  'PATCH /api/playlists/{id}': createPrivateRecordAccessRule('playlist', {
    requires: 'active',
    missing: 'playlist_not_found',
    send: ({ id }) => [`/api/playlists/${id}`, createJsonRequestInit('PATCH', { title: 'Another title' })],
  }),
  'DELETE /api/playlists/{id}': createPrivateRecordAccessRule('playlist', {
    requires: 'member',
    missing: 'playlist_not_found',
    expected: 204,
    consumesResource: true,
    send: ({ id }) => [`/api/playlists/${id}`, { method: 'DELETE' }],
  }),
  'PUT /api/playlists/{id}/items/{content_id}': [
    createPrivateRecordAccessRule('playlist', {
      requires: 'active',
      missing: 'playlist_not_found',
      send: (playlist, cast) => [itemPath(playlist, cast), { method: 'PUT' }],
    }),
    createItemAccessRule({
      allowed: expectedWatchAccess,
      requires: 'active',
      send: ({ id }) => [`/api/playlists/watch-later/items/${id}`, { method: 'PUT' }],
    }),
  ],
  'DELETE /api/playlists/{id}/items/{content_id}': createPrivateRecordAccessRule('playlist', {
    requires: 'member',
    missing: 'playlist_not_found',
    send: (playlist, cast) => [itemPath(playlist, cast), { method: 'DELETE' }],
  }),
  'PUT /api/playlists/{id}/items/{content_id}/position': createPrivateRecordAccessRule('playlist', {
    requires: 'active',
    missing: 'playlist_not_found',
    expected: 'content_not_found',
    send: (playlist, cast) => [
      `${itemPath(playlist, cast)}/position`,
      createJsonRequestInit('PUT', { before: playlist.id }),
    ],
  }),
}

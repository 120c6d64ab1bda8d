import type { FixtureItem } from '#tests/support/access-fixtures/fixture-types.ts'
import { expectedOwnerAccess, expectedPageAccess, expectedWatchAccess } from './expected-access.ts'
import {
  assertRouteResultEquals,
  createAccessTestExemption,
  createItemAccessRule,
  createJsonRequestInit,
  type RouteAccessRule,
} from './route-access-rule.ts'

const draftsPath = ({ id }: FixtureItem) => `/api/content/${id}/caption-drafts`

const trackPath = ({ id, captionId }: FixtureItem) => `/api/content/${id}/captions/${captionId}`

const offerPath = ({ id, offerId }: FixtureItem) => `/api/content/${id}/offered-captions/${offerId}`

/** Access rules for the captions of videos. */
export const captionAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  'GET /api/content/{id}/captions': createItemAccessRule({
    allowed: expectedPageAccess,
    send: ({ id }) => `/api/content/${id}/captions`,
    verifyBody: (response, actor, name) => {
      const { items } = response as { items: unknown[] }
      assertRouteResultEquals(items.length, expectedWatchAccess[name].includes(actor) ? 1 : 0, 'tracks')
    },
  }),
  'POST /api/content/{id}/captions': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'captions_invalid',
    send: ({ id }) => [`/api/content/${id}/captions?language=fr`, { method: 'POST', body: 'no captions' }],
  }),
  'POST /api/caption-checks': createAccessTestExemption('checks a file of the sender and stores nothing'),
  'PUT /api/content/{id}/captions/{caption_id}/file': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'captions_invalid',
    send: (item) => [`${trackPath(item)}/file`, { method: 'PUT', body: 'no captions' }],
  }),
  'PATCH /api/content/{id}/captions/{caption_id}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    send: (item) => [trackPath(item), createJsonRequestInit('PATCH', {})],
  }),
  'DELETE /api/content/{id}/captions/{caption_id}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    expected: 204,
    consumesResource: true,
    send: (item) => [trackPath(item), { method: 'DELETE' }],
  }),
  'GET /api/content/{id}/captions/{caption_id}/transcript': createItemAccessRule({
    allowed: expectedPageAccess,
    send: (item) => `${trackPath(item)}/transcript`,
    verifyBody: (response, _actor, _name, item) =>
      assertRouteResultEquals(JSON.stringify(response).includes(item.words[1]), true, 'the text'),
  }),
  'GET /api/content/{id}/captions/{caption_id}/download': createItemAccessRule({
    allowed: expectedPageAccess,
    send: (item) => [`${trackPath(item)}/download`, `${trackPath(item)}/download?format=srt`],
  }),
  'GET /api/content/{id}/caption-drafts': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: draftsPath,
    verifyBody: (response) =>
      assertRouteResultEquals((response as { items: unknown[] }).items.length, 1, 'drafts'),
  }),
  'GET /api/content/{id}/caption-drafts/{language}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: (item) => [
      `${draftsPath(item)}/en`,
      `${draftsPath(item)}/fr`,
      `${draftsPath(item)}/en?is_sdh=true`,
    ],
  }),
  'PUT /api/content/{id}/caption-drafts/{language}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'captions_changed',
    send: (item) => [
      `${draftsPath(item)}/fr`,
      createJsonRequestInit('PUT', { version: 'of another text', cues: [] }),
    ],
  }),
  'POST /api/content/{id}/caption-drafts/{language}/publish': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'captions_changed',
    send: (item) => [
      `${draftsPath(item)}/fr/publish`,
      createJsonRequestInit('POST', { version: 'of another text' }),
    ],
  }),
  'DELETE /api/content/{id}/caption-drafts/{language}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    expected: 204,
    consumesResource: true,
    send: (item) => [`${draftsPath(item)}/fr`, { method: 'DELETE' }],
  }),
  'GET /api/content/{id}/offered-captions': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => `/api/content/${id}/offered-captions`,
  }),
  'POST /api/content/{id}/offered-captions/{offer_id}/accept': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'captions_exist',
    send: (item) => [`${offerPath(item)}/accept`, createJsonRequestInit('POST', { language: 'en' })],
  }),
  'DELETE /api/content/{id}/offered-captions/{offer_id}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    expected: 204,
    consumesResource: true,
    send: (item) => [offerPath(item), { method: 'DELETE' }],
  }),
  'GET /api/content/{id}/offered-captions/{offer_id}/download': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: (item) => `${offerPath(item)}/download`,
  }),
}

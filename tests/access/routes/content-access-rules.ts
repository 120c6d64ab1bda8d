import { contentEventsPath } from '#contract/live-updates.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import {
  expectedDownloadAccess,
  expectedPageAccess,
  expectedOwnerAccess,
  expectedMediaAccess,
  expectedWatchAccess,
} from './expected-access.ts'
import {
  createItemAccessRule,
  createJsonRequestInit,
  createContentListAccessRule,
  createAccessTestExemption,
  assertRouteResultEquals,
  type ItemAccessRule,
  type RouteAccessRule,
} from './route-access-rule.ts'

/** Access rules for content, uploads, media files, views and likes. */
export const contentAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  // Content routes
  'GET /api/content': [
    createContentListAccessRule('/api/content?limit=50'),
    createContentListAccessRule('/api/content?limit=50&content_type=tv_show&genre=drama'),
    createContentListAccessRule('', {
      send: ({ items }) => {
        const ids = Object.values(items).map(({ id }) => id)
        return `/api/content?limit=50&ids=${ids.join(',')}`
      },
    }),
  ],
  'GET /api/me/content': {
    ...createContentListAccessRule('/api/me/content?limit=50'),
    allowed: expectedOwnerAccess,
    requires: 'member',
  },
  'GET /api/me/content/{id}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => `/api/me/content/${id}`,
  }),
  'GET /api/content/{id}': createItemAccessRule({
    allowed: expectedPageAccess,
    send: ({ id }) => `/api/content/${id}`,
    verifyBody: (response, actor, name) => {
      const { mine, stream_id } = response as { mine: boolean; stream_id: string | null }
      assertRouteResultEquals(mine, actor === 'owner', 'mine')
      assertRouteResultEquals(stream_id !== null, actor === 'owner', 'the stream is its owner’s to ask about')
      assertRouteResultEquals(
        JSON.stringify(response).includes('/media/'),
        expectedWatchAccess[name].includes(actor),
        'where it plays',
      )
    },
  }),
  'GET /api/embed/{playback_id}': createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ playbackId }) => `/api/embed/${playbackId}`,
  }),
  'GET /api/content/{id}/related': [
    createItemAccessRule({ allowed: expectedWatchAccess, send: ({ id }) => `/api/content/${id}/related` }),
    {
      ...createContentListAccessRule(''),
      send: ({ publicItem }: AccessFixtures) => `/api/content/${publicItem.id}/related`,
    },
  ],
  'PATCH /api/content/{id}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    send: ({ id }) => [`/api/content/${id}`, createJsonRequestInit('PATCH', {})],
  }),
  'PUT /api/content/{id}/pictures/{picture}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'image_unsupported',
    send: ({ id }) => [`/api/content/${id}/pictures/cover`, { method: 'PUT', body: 'no picture' }],
  }),
  'GET /api/content/{id}/frames': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => `/api/content/${id}/frames`,
  }),
  'PUT /api/content/{id}/cover-frame': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'not_found',
    send: ({ id }) => [`/api/content/${id}/cover-frame`, createJsonRequestInit('PUT', { frame: 2 })],
  }),
  'DELETE /api/content/{id}/pictures/{picture}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    consumesResource: true,
    send: ({ id }) => [`/api/content/${id}/pictures/cover`, { method: 'DELETE' }],
  }),
  'DELETE /api/content/{id}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    expected: 204,
    consumesResource: true,
    send: ({ id }) => [`/api/content/${id}`, { method: 'DELETE' }],
  }),
  [`GET ${contentEventsPath('{id}')}`]: createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ id }) => contentEventsPath(id),
  }),

  // Upload and processing routes
  'POST /api/uploads': createAccessTestExemption('creates a draft that belongs to the signed-in user'),
  'POST /api/content/{id}/replacement': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'unsupported_format',
    send: ({ id }) => [
      `/api/content/${id}/replacement`,
      createJsonRequestInit('POST', { file_name: 'notes.txt', file_size: 1 }),
    ],
  }),
  'DELETE /api/content/{id}/replacement': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    expected: 204,
    send: ({ id }) => [`/api/content/${id}/replacement`, { method: 'DELETE' }],
  }),
  'GET /api/uploads/{id}/state': createItemAccessRule({
    allowed: expectedOwnerAccess,
    missing: 'upload_not_found',
    send: ({ uploadId }) => `/api/uploads/${uploadId}/state`,
  }),
  'GET /api/uploads/{id}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    missing: 'upload_not_found',
    send: ({ uploadId }) => [[`/api/uploads/${uploadId}`, { method: 'HEAD' }]],
  }),
  'PATCH /api/uploads/{id}': upload('PATCH'),
  'POST /api/uploads/{id}': upload('POST'),
  'DELETE /api/uploads/{id}': upload('DELETE'),
  'OPTIONS /api/uploads/{id}': createAccessTestExemption('lists the protocol’s extensions'),
  'GET /api/streams/{streamId}': createItemAccessRule({
    allowed: expectedOwnerAccess,
    missing: 'not_found',
    send: ({ streamId }) => `/api/streams/${streamId}`,
  }),
  'POST /api/streams/{streamId}/retry': createItemAccessRule({
    allowed: expectedOwnerAccess,
    missing: 'not_found',
    expected: 'conflict',
    send: ({ streamId }) => [`/api/streams/${streamId}/retry`, { method: 'POST' }],
  }),

  // Media file routes
  'GET /media/:playback_id/*': createItemAccessRule({
    allowed: expectedMediaAccess,
    send: ({ playbackId, cover, captionFile }) => {
      const paths = mediaPaths(cover, captionFile).map((path) => `/media/${playbackId}/${path}`)
      return [...paths, [paths[2]!, { method: 'HEAD' }], [paths[2]!, { headers: { range: 'bytes=0-3' } }]]
    },
  }),

  // Uses HEAD, because the fixture has no real media. tests/pipeline/playback/video-download.test.ts tests GET.
  'GET /api/content/{id}/download': createItemAccessRule({
    allowed: expectedDownloadAccess,
    requires: 'member',
    send: ({ id }) => [[`/api/content/${id}/download`, { method: 'HEAD' }]],
  }),

  // View and like routes
  'POST /api/content/{id}/views': createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ id }) => [`/api/content/${id}/views`, { method: 'POST' }],
  }),
  'PUT /api/me/history/{id}': createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'member',
    expected: 204,
    send: ({ id }) => [`/api/me/history/${id}`, createJsonRequestInit('PUT', { seconds: 40 })],
  }),
  'DELETE /api/me/history/{id}': {
    about: 'item',
    allowed: expectedWatchAccess,
    requires: 'member',
    missing: 204,
    expected: 204,
    send: ({ id }) => [`/api/me/history/${id}`, { method: 'DELETE' }],
  },
  'POST /api/content/{id}/watch-summaries': createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ id }) => [
      `/api/content/${id}/watch-summaries`,
      createJsonRequestInit('POST', {
        token: 'none',
        seconds: 1,
        played: `8${'0'.repeat(24)}`,
        source: 'home',
      }),
    ],
  }),
  'GET /api/content/{id}/analytics': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => `/api/content/${id}/analytics`,
  }),
  'GET /api/content/{id}/analytics.csv': createItemAccessRule({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => `/api/content/${id}/analytics.csv`,
  }),
  'PUT /api/content/{id}/like': like('PUT'),
  'DELETE /api/content/{id}/like': like('DELETE'),
}

function upload(method: 'PATCH' | 'POST' | 'DELETE'): ItemAccessRule {
  return createItemAccessRule({
    allowed: expectedOwnerAccess,
    missing: 'upload_not_found',
    expected: 'upload_complete',
    send: ({ uploadId }) => [`/api/uploads/${uploadId}`, { method, headers: { 'tus-resumable': '1.0.0' } }],
  })
}

function like(method: 'PUT' | 'DELETE'): ItemAccessRule {
  return createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'active',
    anonymousError: 'sign_in_to_like',
    send: ({ id }) => [`/api/content/${id}/like`, { method }],
  })
}

/** Every media file that the media gateway serves for an item. */
function mediaPaths(cover: string, captionFile: string): string[] {
  const made = ['index.m3u8', 'init.mp4', 'seg_1.m4s'].map((name) => `240p/${name}`)
  const pictures = [
    'poster.webp',
    'thumbnail.jpg',
    'storyboard.vtt',
    'storyboard_1.webp',
    'preview.mp4',
    'frame_1.webp',
  ]
  return [
    'master.m3u8',
    ...[...made, ...pictures].map((name) => `1/${name}`),
    'thumbnail?time=1s&height=720',
    cover,
    ...['.vtt', '/index.m3u8', '/1.vtt'].map((end) => `captions/${captionFile}${end}`),
  ]
}

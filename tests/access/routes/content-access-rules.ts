import { contentEventsPath } from '#contract/live-updates.ts'
import { type AccessFixtures, fixtureCommentAuthors } from '#tests/support/access-fixtures/fixture-types.ts'
import {
  expectedBrowsePageVisibility,
  expectedCommentApproveAccess,
  isStaffActor,
  expectedPageAccess,
  expectedSearchEngineVisibility,
  expectedOwnerAccess,
  expectedMediaAccess,
  expectedCommentDeleteAccess,
  expectedWatchAccess,
} from './expected-access.ts'
import {
  itemAccess,
  jsonRequest,
  contentListAccess,
  exemptRoute,
  assertSameValue,
  type ItemAccessRule,
  type RouteAccessRule,
} from './route-access-rule.ts'

/** Access rules for content, comments and discovery. */
export const contentAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  // Content routes
  'GET /api/content': [
    contentListAccess('/api/content?limit=50'),
    contentListAccess('/api/content?limit=50&content_type=music_video&genre=pop'),
  ],
  'GET /api/me/content': {
    ...contentListAccess('/api/me/content?limit=50'),
    allowed: expectedOwnerAccess,
    requires: 'member',
  },
  'GET /api/me/content/{id}': itemAccess({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => `/api/me/content/${id}`,
  }),
  'GET /api/content/{id}': itemAccess({
    allowed: expectedPageAccess,
    send: ({ id }) => `/api/content/${id}`,
    verifyBody: (response, actor, name) => {
      const { mine, stream_id } = response as { mine: boolean; stream_id: string | null }
      assertSameValue(mine, actor === 'owner', 'mine')
      assertSameValue(stream_id !== null, actor === 'owner', 'the stream is its owner’s to ask about')
      assertSameValue(
        JSON.stringify(response).includes('/media/'),
        expectedWatchAccess[name].includes(actor),
        'where it plays',
      )
    },
  }),
  'GET /api/embed/{playback_id}': itemAccess({
    allowed: expectedWatchAccess,
    send: ({ playbackId }) => `/api/embed/${playbackId}`,
  }),
  'GET /api/content/{id}/related': [
    itemAccess({ allowed: expectedWatchAccess, send: ({ id }) => `/api/content/${id}/related` }),
    {
      ...contentListAccess(''),
      send: ({ publicItem }: AccessFixtures) => `/api/content/${publicItem.id}/related`,
    },
  ],
  'PATCH /api/content/{id}': itemAccess({
    allowed: expectedOwnerAccess,
    requires: 'active',
    send: ({ id }) => [`/api/content/${id}`, jsonRequest('PATCH', {})],
  }),
  'PUT /api/content/{id}/pictures/{picture}': itemAccess({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'image_unsupported',
    send: ({ id }) => [`/api/content/${id}/pictures/cover`, { method: 'PUT', body: 'no picture' }],
  }),
  'GET /api/content/{id}/frames': itemAccess({
    allowed: expectedOwnerAccess,
    requires: 'member',
    send: ({ id }) => `/api/content/${id}/frames`,
  }),
  'PUT /api/content/{id}/cover-frame': itemAccess({
    allowed: expectedOwnerAccess,
    requires: 'active',
    expected: 'not_found',
    send: ({ id }) => [`/api/content/${id}/cover-frame`, jsonRequest('PUT', { frame: 2 })],
  }),
  'DELETE /api/content/{id}/pictures/{picture}': itemAccess({
    allowed: expectedOwnerAccess,
    requires: 'active',
    consumesResource: true,
    send: ({ id }) => [`/api/content/${id}/pictures/cover`, { method: 'DELETE' }],
  }),
  'DELETE /api/content/{id}': itemAccess({
    allowed: expectedOwnerAccess,
    requires: 'member',
    expected: 204,
    consumesResource: true,
    send: ({ id }) => [`/api/content/${id}`, { method: 'DELETE' }],
  }),
  [`GET ${contentEventsPath('{id}')}`]: itemAccess({
    allowed: expectedWatchAccess,
    send: ({ id }) => contentEventsPath(id),
  }),

  // Upload and processing routes
  'POST /api/uploads': exemptRoute('makes something new of one’s own'),
  'GET /api/uploads/{id}/state': itemAccess({
    allowed: expectedOwnerAccess,
    missing: 'upload_not_found',
    send: ({ uploadId }) => `/api/uploads/${uploadId}/state`,
  }),
  'GET /api/uploads/{id}': itemAccess({
    allowed: expectedOwnerAccess,
    missing: 'upload_not_found',
    send: ({ uploadId }) => [[`/api/uploads/${uploadId}`, { method: 'HEAD' }]],
  }),
  'PATCH /api/uploads/{id}': upload('PATCH'),
  'POST /api/uploads/{id}': upload('POST'),
  'DELETE /api/uploads/{id}': upload('DELETE'),
  'OPTIONS /api/uploads/{id}': exemptRoute('says what the protocol can'),
  'GET /api/streams/{streamId}': itemAccess({
    allowed: expectedOwnerAccess,
    missing: 'not_found',
    send: ({ streamId }) => `/api/streams/${streamId}`,
  }),
  'POST /api/streams/{streamId}/retry': itemAccess({
    allowed: expectedOwnerAccess,
    missing: 'not_found',
    expected: 'conflict',
    send: ({ streamId }) => [`/api/streams/${streamId}/retry`, { method: 'POST' }],
  }),

  // Media file routes
  'GET /media/:playback_id/*': itemAccess({
    allowed: expectedMediaAccess,
    send: ({ playbackId, cover }) => {
      const paths = mediaPaths(cover).map((path) => `/media/${playbackId}/${path}`)
      return [...paths, [paths[2]!, { method: 'HEAD' }], [paths[2]!, { headers: { range: 'bytes=0-3' } }]]
    },
  }),

  // View, like and comment routes
  'POST /api/content/{id}/views': itemAccess({
    allowed: expectedWatchAccess,
    expected: 204,
    send: ({ id }) => [`/api/content/${id}/views`, { method: 'POST' }],
  }),
  'PUT /api/content/{id}/like': like('PUT'),
  'DELETE /api/content/{id}/like': like('DELETE'),
  'GET /api/content/{id}/comments': itemAccess({
    allowed: expectedWatchAccess,
    send: ({ id }) => `/api/content/${id}/comments`,
  }),
  'POST /api/content/{id}/comments': itemAccess({
    allowed: expectedWatchAccess,
    requires: 'active',
    expected: 201,
    forbiddenError: (actor, name) => {
      if (isStaffActor(actor)) return 'staff_silent'
      const isStranger = actor !== 'owner' && actor !== 'follower'
      return name === 'limited' && isStranger ? 'comments_followers' : undefined
    },
    send: ({ id }) => [`/api/content/${id}/comments`, jsonRequest('POST', { body: 'So good' })],
  }),
  'PUT /api/comments/{id}/decision': {
    about: 'comment',
    allowed: expectedCommentApproveAccess,
    requires: 'active',
    missing: 'comment_not_found',
    expected: 204,
    consumesResource: true,
    send: ({ id }) => [`/api/comments/${id}/decision`, jsonRequest('PUT', { decision: 'approve' })],
  },
  'DELETE /api/comments/{id}': {
    about: 'comment',
    allowed: expectedCommentDeleteAccess,
    requires: 'active',
    missing: 'comment_not_found',
    expected: 204,
    consumesResource: true,
    forbiddenError: (actor, name) => (fixtureCommentAuthors[name] === actor ? undefined : 'forbidden'),
    send: ({ id }) => [`/api/comments/${id}`, { method: 'DELETE' }],
  },

  // Discovery routes
  'GET /api/categories/{category}': contentListAccess('/api/categories/music', {
    allowed: expectedBrowsePageVisibility,
  }),
  'GET /api/categories/{category}/{row}': [
    contentListAccess('/api/categories/music/recently-added-music?limit=50'),
    contentListAccess('/api/categories/music/pop?limit=50'),
  ],
  'GET /api/claims': exemptRoute('a number for all, of what anybody may find (crawl.test.ts counts it)'),
  'GET /api/spotlight': contentListAccess('/api/spotlight', { shows: 'some' }),
  'GET /api/search': [
    contentListAccess('/api/search?q=zebrafish'),
    contentListAccess('/api/search?q=zebrafihs'),
  ],
  'GET /api/search/suggestions': [
    contentListAccess('/api/search/suggestions?q=zebraf', { shows: 'some' }),
    contentListAccess('/api/search/suggestions?q=zebrafihs', { shows: 'some' }),
  ],
  'GET /api/charts': contentListAccess('/api/charts?period=today', { shows: 'some' }),
  'GET /api/genres/{genre}': contentListAccess('/api/genres/pop'),
  'GET /oembed': itemAccess({
    allowed: expectedSearchEngineVisibility,
    send: ({ id, playbackId }) => [
      `/oembed?url=${encodeURIComponent(`http://localhost:3000/watch/${id}`)}`,
      `/oembed?url=${encodeURIComponent(`http://localhost:3000/embed/${playbackId}`)}`,
    ],
  }),
  'GET /robots.txt': exemptRoute('a text of our own'),
  'GET /sitemap.xml': exemptRoute('names the parts of the sitemap'),
  'GET /sitemap/pages.xml': exemptRoute('the pages that are there for all'),
  'GET /sitemap/videos.xml': contentListAccess('/sitemap/videos.xml', {
    allowed: expectedSearchEngineVisibility,
  }),
}

function upload(method: 'PATCH' | 'POST' | 'DELETE'): ItemAccessRule {
  return itemAccess({
    allowed: expectedOwnerAccess,
    missing: 'upload_not_found',
    expected: 'upload_complete',
    send: ({ uploadId }) => [`/api/uploads/${uploadId}`, { method, headers: { 'tus-resumable': '1.0.0' } }],
  })
}

function like(method: 'PUT' | 'DELETE'): ItemAccessRule {
  return itemAccess({
    allowed: expectedWatchAccess,
    requires: 'active',
    anonymousError: 'sign_in_to_like',
    send: ({ id }) => [`/api/content/${id}/like`, { method }],
  })
}

/** Every media file that the media gateway serves for an item. */
function mediaPaths(cover: string): string[] {
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
  ]
}

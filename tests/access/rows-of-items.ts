import { contentEvents } from '#contract/live.ts'
import { type Cast, authors } from './cast.ts'
import { browse, decide, isStaff, open, outside, own, play, takeBack, watch } from './rights.ts'
import { item, json, list, nobody, same, type ItemRow, type Row } from './row.ts'

/** What people make, what others say to it, and how it is found. */
export const ofItems: Record<string, Row | Row[]> = {
  // Content
  'GET /api/content': [
    list('/api/content?limit=50'),
    list('/api/content?limit=50&content_type=music_video&genre=pop'),
  ],
  'GET /api/me/content': { ...list('/api/me/content?limit=50'), may: own, asks: 'member' },
  'GET /api/me/content/{id}': item({ may: own, asks: 'member', send: ({ id }) => `/api/me/content/${id}` }),
  'GET /api/content/{id}': item({
    may: open,
    send: ({ id }) => `/api/content/${id}`,
    says: (answer, actor, name) => {
      const { mine, stream_id } = answer as { mine: boolean; stream_id: string | null }
      same(mine, actor === 'owner', 'mine')
      same(stream_id !== null, actor === 'owner', 'the stream is its owner’s to ask about')
      same(JSON.stringify(answer).includes('/media/'), watch[name].includes(actor), 'where it plays')
    },
  }),
  'GET /api/embed/{playback_id}': item({ may: watch, send: ({ playbackId }) => `/api/embed/${playbackId}` }),
  'GET /api/content/{id}/related': [
    item({ may: watch, send: ({ id }) => `/api/content/${id}/related` }),
    { ...list(''), send: ({ plaza }: Cast) => `/api/content/${plaza.id}/related` },
  ],
  'PATCH /api/content/{id}': item({
    may: own,
    asks: 'active',
    send: ({ id }) => [`/api/content/${id}`, json('PATCH', {})],
  }),
  'PUT /api/content/{id}/pictures/{picture}': item({
    may: own,
    asks: 'active',
    gets: 'image_unsupported',
    send: ({ id }) => [`/api/content/${id}/pictures/cover`, { method: 'PUT', body: 'no picture' }],
  }),
  'GET /api/content/{id}/frames': item({
    may: own,
    asks: 'member',
    send: ({ id }) => `/api/content/${id}/frames`,
  }),
  'PUT /api/content/{id}/cover-frame': item({
    may: own,
    asks: 'active',
    gets: 'not_found',
    send: ({ id }) => [`/api/content/${id}/cover-frame`, json('PUT', { frame: 2 })],
  }),
  'DELETE /api/content/{id}/pictures/{picture}': item({
    may: own,
    asks: 'active',
    spoils: true,
    send: ({ id }) => [`/api/content/${id}/pictures/cover`, { method: 'DELETE' }],
  }),
  'DELETE /api/content/{id}': item({
    may: own,
    asks: 'member',
    gets: 204,
    spoils: true,
    send: ({ id }) => [`/api/content/${id}`, { method: 'DELETE' }],
  }),
  [`GET ${contentEvents('{id}')}`]: item({ may: watch, send: ({ id }) => contentEvents(id) }),

  // Uploads and processing
  'POST /api/uploads': nobody('makes something new of one’s own'),
  'GET /api/uploads/{id}/state': item({
    may: own,
    missing: 'upload_not_found',
    send: ({ uploadId }) => `/api/uploads/${uploadId}/state`,
  }),
  'GET /api/uploads/{id}': item({
    may: own,
    missing: 'upload_not_found',
    send: ({ uploadId }) => [[`/api/uploads/${uploadId}`, { method: 'HEAD' }]],
  }),
  'PATCH /api/uploads/{id}': upload('PATCH'),
  'POST /api/uploads/{id}': upload('POST'),
  'DELETE /api/uploads/{id}': upload('DELETE'),
  'OPTIONS /api/uploads/{id}': nobody('says what the protocol can'),
  'GET /api/streams/{streamId}': item({
    may: own,
    missing: 'not_found',
    send: ({ streamId }) => `/api/streams/${streamId}`,
  }),
  'POST /api/streams/{streamId}/retry': item({
    may: own,
    missing: 'not_found',
    gets: 'conflict',
    send: ({ streamId }) => [`/api/streams/${streamId}/retry`, { method: 'POST' }],
  }),

  // Media
  'GET /media/:playback_id/*': item({
    may: play,
    send: ({ playbackId, cover }) => {
      const paths = mediaPaths(cover).map((path) => `/media/${playbackId}/${path}`)
      return [...paths, [paths[2]!, { method: 'HEAD' }], [paths[2]!, { headers: { range: 'bytes=0-3' } }]]
    },
  }),

  // Views, likes and comments
  'POST /api/content/{id}/views': item({
    may: watch,
    gets: 204,
    send: ({ id }) => [`/api/content/${id}/views`, { method: 'POST' }],
  }),
  'PUT /api/content/{id}/like': like('PUT'),
  'DELETE /api/content/{id}/like': like('DELETE'),
  'GET /api/content/{id}/comments': item({ may: watch, send: ({ id }) => `/api/content/${id}/comments` }),
  'POST /api/content/{id}/comments': item({
    may: watch,
    asks: 'active',
    gets: 201,
    refused: (actor, name) => {
      if (isStaff(actor)) return 'staff_silent'
      const isStranger = actor !== 'owner' && actor !== 'follower'
      return name === 'limited' && isStranger ? 'comments_followers' : undefined
    },
    send: ({ id }) => [`/api/content/${id}/comments`, json('POST', { body: 'So good' })],
  }),
  'PUT /api/comments/{id}/decision': {
    about: 'comment',
    may: decide,
    asks: 'active',
    missing: 'comment_not_found',
    gets: 204,
    spoils: true,
    send: ({ id }) => [`/api/comments/${id}/decision`, json('PUT', { decision: 'approve' })],
  },
  'DELETE /api/comments/{id}': {
    about: 'comment',
    may: takeBack,
    asks: 'active',
    missing: 'comment_not_found',
    gets: 204,
    spoils: true,
    refused: (actor, name) => (authors[name] === actor ? undefined : 'forbidden'),
    send: ({ id }) => [`/api/comments/${id}`, { method: 'DELETE' }],
  },

  // Discovery
  'GET /api/categories/{category}': list('/api/categories/music', { may: browse }),
  'GET /api/categories/{category}/{row}': [
    list('/api/categories/music/recently-added-music?limit=50'),
    list('/api/categories/music/pop?limit=50'),
  ],
  'GET /api/claims': nobody('a number for all, of what anybody may find (crawl.test.ts counts it)'),
  'GET /api/spotlight': list('/api/spotlight', { shows: 'some' }),
  'GET /api/search': [list('/api/search?q=zebrafish'), list('/api/search?q=zebrafihs')],
  'GET /api/search/suggestions': [
    list('/api/search/suggestions?q=zebraf', { shows: 'some' }),
    list('/api/search/suggestions?q=zebrafihs', { shows: 'some' }),
  ],
  'GET /api/charts': list('/api/charts?period=today', { shows: 'some' }),
  'GET /api/genres/{genre}': list('/api/genres/pop'),
  'GET /oembed': item({
    may: outside,
    send: ({ id, playbackId }) => [
      `/oembed?url=${encodeURIComponent(`http://localhost:3000/watch/${id}`)}`,
      `/oembed?url=${encodeURIComponent(`http://localhost:3000/embed/${playbackId}`)}`,
    ],
  }),
  'GET /robots.txt': nobody('a text of our own'),
  'GET /sitemap.xml': nobody('names the parts of the sitemap'),
  'GET /sitemap/pages.xml': nobody('the pages that are there for all'),
  'GET /sitemap/videos.xml': list('/sitemap/videos.xml', { may: outside }),
}

function upload(method: 'PATCH' | 'POST' | 'DELETE'): ItemRow {
  return item({
    may: own,
    missing: 'upload_not_found',
    gets: 'upload_complete',
    send: ({ uploadId }) => [`/api/uploads/${uploadId}`, { method, headers: { 'tus-resumable': '1.0.0' } }],
  })
}

function like(method: 'PUT' | 'DELETE'): ItemRow {
  return item({
    may: watch,
    asks: 'active',
    unsigned: 'sign_in_to_like',
    send: ({ id }) => [`/api/content/${id}/like`, { method }],
  })
}

/** All that the gateway has of an item. */
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

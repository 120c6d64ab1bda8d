import { contentEvents } from '#contract/live.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { type Actor, authors, type Cast, type CommentName, type Item, type ItemName } from './cast.ts'
import type { PersonName, Remark, Somebody } from './cast.ts'
import { browse, find, know, meet, outside, own, read, type Rights, takeBack, watch } from './rights.ts'

/*
 * The table of routes. Each route of the server has a row here (matrix.test.ts fails without), or several. A row says what
 * the route is about, who may, and what who may gets; all others get what they would get if the thing had never been.
 */

type Sent = string | [path: string, init: RequestInit]

interface About<What extends string, Name extends string, Thing> {
  about: What
  may: Rights<Name>
  /** One request, or several of which each has to answer so. */
  send(thing: Thing, cast: Cast): Sent | Sent[]
  /** What who may gets: a status, or a refusal that has nothing to do with who they are. */
  gets?: number | RefusalCode
  /** What is said of a thing that is not there, or not for the one who asks. */
  missing: RefusalCode
  /** Only for who is signed in; `active`: and not suspended or leaving. */
  asks?: 'member' | 'active'
  /** What who is not signed in hears. */
  unsigned?: RefusalCode
  /** Sees the thing, and may still not do this. */
  refused?(actor: Actor, name: Name): RefusalCode | undefined
  /** What the answer has to say beside its status. */
  says?(answer: unknown, actor: Actor, name: Name, thing: Thing): void
  /** Whoever may spoils it: each gets a copy. */
  spoils?: true
}

export type ItemRow = About<'item', ItemName, Item>
export type PersonRow = About<'person', PersonName, Somebody>
export type CommentRow = About<'comment', CommentName, Remark>

/** A list that shows of all items those that may be found. */
export interface ListRow {
  about: 'list'
  may: Rights<ItemName>
  send(cast: Cast): Sent
  /** `some`: it shows only a few of those it might. */
  shows: 'all' | 'some'
  asks?: 'member'
}

/** About who asks: refused to who is not signed in, and nothing of anybody else. */
export interface SelfRow {
  about: 'oneself'
  send(cast: Cast): Sent
  gets?: number
}

/** About nobody and nothing that somebody made, or proved elsewhere: the reason why. */
export interface NobodyRow {
  about: 'nobody'
  because: string
}

export type Row = ItemRow | PersonRow | CommentRow | ListRow | SelfRow | NobodyRow

const json = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const item = (row: Omit<ItemRow, 'about' | 'missing'> & { missing?: RefusalCode }): ItemRow => ({
  about: 'item',
  missing: 'content_not_found',
  ...row,
})
const person = (row: Omit<PersonRow, 'about' | 'missing'> & { missing?: RefusalCode }): PersonRow => ({
  about: 'person',
  missing: 'creator_not_found',
  ...row,
})
const list = (path: string, more: Partial<ListRow> = {}): ListRow => ({
  about: 'list',
  may: find,
  shows: 'all',
  send: () => path,
  ...more,
})
const oneself = (path: string, gets = 200): SelfRow => ({ about: 'oneself', send: () => path, gets })
const nobody = (because: string): NobodyRow => ({ about: 'nobody', because })

const signing = nobody('signing in and out: about who holds the secret, who has tests of their own')
const ownAccount = nobody('changes one’s own account, whose session says which; it names no other person')

export const rows: Record<string, Row | Row[]> = {
  'GET /healthz': nobody('says whether the process lives'),
  'GET /readyz': nobody('says whether the database answers'),

  // Accounts
  'GET /api/session': nobody('says who one is, also to nobody'),
  'POST /api/age': nobody('whether an age may join: about who types it'),
  'PUT /api/account': signing,
  'POST /api/accounts': signing,
  'POST /api/session': signing,
  'DELETE /api/session': signing,
  'POST /api/session/link': signing,
  'GET /api/session/link': signing,
  'PUT /api/session/link': signing,
  'POST /api/auth/token': signing,
  'GET /api/usernames/{username}': nobody('says whether a name is free: it is not, whoever has or had it'),
  'POST /api/session/{provider}': signing,
  'POST /api/password/forgot': signing,
  'POST /api/password/reset': signing,
  'PUT /api/password': ownAccount,
  'GET /api/dev/mail': nobody('letters kept on a machine of one’s own, refused elsewhere'),
  'GET /api/auth/verify-email': signing,
  'GET /api/auth/callback/:provider': signing,
  'POST /api/auth/callback/:provider': signing,

  // Profiles
  'GET /api/me/profile': oneself('/api/me/profile'),
  'PATCH /api/me/profile': ownAccount,
  'PUT /api/me/avatar': ownAccount,
  'DELETE /api/me/avatar': ownAccount,
  'GET /api/profiles/id/{id}': person({
    may: meet,
    send: ({ id }) => `/api/profiles/id/${id}`,
    says: wholeOrCard,
  }),
  'GET /api/profiles/{username}': person({
    may: meet,
    send: ({ username }) => `/api/profiles/${username.toUpperCase()}`,
    says: wholeOrCard,
  }),
  'GET /avatars/:user/:name': person({
    may: meet,
    missing: 'not_found',
    send: ({ avatar }) => [avatar, [avatar, { method: 'HEAD' }]],
  }),

  // Content
  'GET /api/content': [
    list('/api/content?limit=50'),
    list('/api/content?limit=50&content_type=music_video&genre=pop'),
  ],
  'GET /api/me/content': { ...list('/api/me/content?limit=50'), may: own, asks: 'member' },
  'GET /api/me/content/{id}': item({ may: own, asks: 'member', send: ({ id }) => `/api/me/content/${id}` }),
  'GET /api/content/{id}': item({
    may: watch,
    send: ({ id }) => `/api/content/${id}`,
    says: (answer, actor) => {
      const { mine, stream_id } = answer as { mine: boolean; stream_id: string | null }
      same(mine, actor === 'owner', 'mine')
      same(stream_id !== null, actor === 'owner', 'the stream is its owner’s to ask about')
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
    may: watch,
    send: ({ playbackId, cover }) => {
      const paths = mediaPaths(cover).map((path) => `/media/${playbackId}/${path}`)
      return [...paths, [paths[2]!, { method: 'HEAD' }], [paths[2]!, { headers: { range: 'bytes=0-3' } }]]
    },
  }),

  // Likes and comments
  'PUT /api/content/{id}/like': like('PUT'),
  'DELETE /api/content/{id}/like': like('DELETE'),
  'GET /api/content/{id}/comments': item({ may: watch, send: ({ id }) => `/api/content/${id}/comments` }),
  'POST /api/content/{id}/comments': item({
    may: watch,
    asks: 'active',
    gets: 201,
    send: ({ id }) => [`/api/content/${id}/comments`, json('POST', { body: 'So good' })],
  }),
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

  // The bell
  'GET /api/notifications/unread': oneself('/api/notifications/unread'),
  'GET /api/notifications/switches': oneself('/api/notifications/switches'),
  'PUT /api/notifications/switches': ownAccount,
  'GET /api/notifications/events': oneself('/api/notifications/events'),
  'GET /api/notifications': oneself('/api/notifications'),
  'PUT /api/notifications/read': ownAccount,
  'PUT /api/notifications/{id}/read': nobody(
    'one’s own entry by its id; others’ are not found (notifications.test.ts)',
  ),

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
      may: meet,
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

  'DELETE /api/me/deletion': ownAccount,
  'POST /api/contact': nobody('a letter to us'),
}

function report(subject: string, id: string): Sent {
  return ['/api/reports', json('POST', { subject, id, reason: 'spam' })]
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
export function mediaPaths(cover: string): string[] {
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

function wholeOrCard(answer: unknown, actor: Actor, name: PersonName, somebody: Somebody): void {
  const { view, bio, display_name } = answer as { view: string; bio: string; display_name: string }
  const isWhole = know[name].includes(actor)
  same(view, isWhole ? 'full' : 'card', 'how much is shown')
  same(bio.includes(somebody.bio), isWhole, 'the text about themself')
  same(display_name, somebody.username, 'the name')
}

function same(said: unknown, right: unknown, what: string): void {
  if (said !== right) throw new Error(`${what}: ${String(said)} instead of ${String(right)}`)
}

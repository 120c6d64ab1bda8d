import { contentEvents } from '#contract/live.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { type Actor, authors, type Cast, type CommentName, type Item, type ItemName } from './cast.ts'
import type { PersonName, Remark, Somebody } from './cast.ts'
import type { Paper, PaperName, PaperOwner } from './papers.ts'
import {
  browse,
  decide,
  find,
  keepOut,
  know,
  lookInto,
  meet,
  noOne,
  ofNobody,
  oneOwn,
  open,
  outside,
  own,
  play,
  read,
  type Rights,
  secondLook,
  takeBack,
  tell,
  watch,
} from './rights.ts'

/*
 * The table of routes. Each route of the server has a row here (matrix.test.ts fails without), or several. A row says what
 * the route is about, who may, and what who may gets; all others get what they would get if the thing had never been.
 */

export type Sent = string | [path: string, init: RequestInit]

interface About<What extends string, Name extends string, Thing> {
  about: What
  may: Rights<Name>
  /** One request, or several of which each has to answer so. */
  send(thing: Thing, cast: Cast): Sent | Sent[]
  /** What who may gets: a status, or a refusal that has nothing to do with who they are. */
  gets?: number | RefusalCode
  /** What is said of a thing that is not there, or not for the one who asks. A status: what repeating answers, too. */
  missing: number | RefusalCode
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
  /** Changes how people stand to each other: put right after everybody. */
  shifts?: true
}

export type ItemRow = About<'item', ItemName, Item>
export type PersonRow = About<'person', PersonName, Somebody>
export type CommentRow = About<'comment', CommentName, Remark>
/** About what is one person's alone. */
export type PaperRow = About<'paper', PaperOwner, Paper> & { of: PaperName }
/** About the case that is open on an item. */
export type CaseRow = About<'case', ItemName, Paper>

/** A list that shows of all items those that may be found. */
export interface ListRow {
  about: 'list'
  may: Rights<ItemName>
  send(cast: Cast): Sent
  /** `some`: it shows only a few of those it might. */
  shows: 'all' | 'some'
  asks?: 'member'
}

/** The open cases, in the queue of those who look after people; for all others there is no such page. */
export interface QueueRow {
  about: 'queue'
  send(cast: Cast): Sent
}

/** A list of people of one's own: who stands on it, for whom. On all others' lists stands nobody. */
export interface CircleRow {
  about: 'circle'
  path: string
  of: Partial<Record<Actor, readonly string[]>>
}

/** About who asks: refused to who is not signed in, and nothing of anybody else. */
export interface SelfRow {
  about: 'oneself'
  send(cast: Cast): Sent
  gets?: number
  /** Words that are in nobody's answer. */
  never?(cast: Cast): string[]
}

/** About nobody and nothing that somebody made, or proved elsewhere: the reason why. */
export interface NobodyRow {
  about: 'nobody'
  because: string
}

export type Row =
  ItemRow | PersonRow | CommentRow | PaperRow | CaseRow | ListRow | CircleRow | QueueRow | SelfRow | NobodyRow

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
const person = (
  row: Omit<PersonRow, 'about' | 'missing'> & { missing?: number | RefusalCode },
): PersonRow => ({
  about: 'person',
  missing: 'creator_not_found',
  ...row,
})
const paper = (of: PaperName, row: Omit<PaperRow, 'about' | 'of' | 'may'> & { may?: PaperRow['may'] }) =>
  ({ about: 'paper', of, may: oneOwn, ...row }) satisfies PaperRow
const aCase = (row: Omit<CaseRow, 'about' | 'may' | 'missing'>): CaseRow => ({
  about: 'case',
  may: lookInto,
  missing: 'not_found',
  ...row,
})
const circle = (path: string, of: CircleRow['of']): CircleRow => ({ about: 'circle', path, of })
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
  'POST /api/live/{stream}': nobody('an answer to a heartbeat, by a name that only its stream knows'),
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

  'GET /api/me/second-factor': oneself('/api/me/second-factor'),
  'POST /api/me/second-factor': ownAccount,
  'PUT /api/me/second-factor': ownAccount,
  'DELETE /api/me/second-factor': ownAccount,
  'POST /api/me/second-factor/recovery-codes': ownAccount,
  'GET /api/session/code': signing,
  'PUT /api/session/code': signing,

  'GET /api/me/passkeys': oneself('/api/me/passkeys'),
  'POST /api/me/passkeys/challenge': ownAccount,
  'POST /api/me/passkeys': ownAccount,
  'PATCH /api/me/passkeys/{id}': paper('passkey', {
    asks: 'member',
    missing: 'not_found',
    send: ({ id }) => [`/api/me/passkeys/${id}`, json('PATCH', { name: 'Another name' })],
  }),
  'DELETE /api/me/passkeys/{id}': paper('passkey', {
    asks: 'member',
    may: ofNobody,
    missing: 204,
    send: ({ id }) => [`/api/me/passkeys/${id}`, json('DELETE', {})],
  }),
  'POST /api/session/passkey': signing,
  'PUT /api/session/passkey': signing,

  'GET /api/me/sessions': oneself('/api/me/sessions'),
  'DELETE /api/me/sessions': ownAccount,
  'DELETE /api/me/sessions/{id}': paper('session', {
    asks: 'member',
    may: ofNobody,
    missing: 204,
    send: ({ id }) => [`/api/me/sessions/${id}`, { method: 'DELETE' }],
  }),

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

  // Safety and wellbeing
  'GET /api/safety': nobody('the table of defaults, the same for all'),
  'GET /api/me/safety': oneself('/api/me/safety'),
  'PUT /api/me/safety/{setting}': ownAccount,
  'PUT /api/me/time-zone': ownAccount,
  'GET /api/me/playing': oneself('/api/me/playing'),
  'POST /api/me/watch-time': nobody('adds to one’s own time, or to nobody’s'),
  'GET /api/me/watch-time': oneself('/api/me/watch-time'),
  'DELETE /api/me/watch-time': ownAccount,

  // Following and keeping apart
  'PUT /api/profiles/id/{id}/follow': person({
    may: meet,
    asks: 'active',
    shifts: true,
    refused: (actor) => (actor === 'owner' ? 'follow_not_possible' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/follow`, { method: 'PUT' }],
    says: (answer, actor, name) => {
      const { state } = answer as { state: string }
      const asks = actor !== 'follower' && (actor === 'pending' || name === 'private')
      same(state, asks ? 'pending' : 'approved', 'how one follows')
    },
  }),
  'DELETE /api/profiles/id/{id}/follow': person({
    ...repeatable('DELETE', '/api/profiles/id/{id}/follow'),
    missing: 200,
  }),
  'GET /api/me/follow-requests': circle('/api/me/follow-requests', { owner: ['pending'] }),
  // Nobody of whom things are looked at has asked anybody; the yes itself is in follows.test.ts.
  'PUT /api/me/follow-requests/{id}': person({
    may: noOne,
    asks: 'active',
    missing: 'follow_request_not_found',
    send: ({ id }) => [`/api/me/follow-requests/${id}`, { method: 'PUT' }],
  }),
  'DELETE /api/me/follow-requests/{id}': person(repeatable('DELETE', '/api/me/follow-requests/{id}')),
  'GET /api/me/followers': circle('/api/me/followers', { owner: ['follower'] }),
  'DELETE /api/me/followers/{id}': person(repeatable('DELETE', '/api/me/followers/{id}')),
  'GET /api/me/following': circle('/api/me/following', {
    follower: ['ada', 'priva'],
    pending: ['ada', 'priva'],
  }),
  'PUT /api/profiles/id/{id}/block': person({
    may: keepOut,
    asks: 'member',
    shifts: true,
    refused: (actor) => (actor === 'owner' ? 'that_is_you' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/block`, { method: 'PUT' }],
  }),
  'DELETE /api/profiles/id/{id}/block': person({
    ...repeatable('DELETE', '/api/profiles/id/{id}/block'),
    missing: 200,
  }),
  'GET /api/me/blocks': circle('/api/me/blocks', { owner: ['blocked'], blocker: ['ada', 'priva'] }),
  'PUT /api/profiles/id/{id}/mute': person({
    may: meet,
    asks: 'member',
    shifts: true,
    refused: (actor) => (actor === 'owner' ? 'that_is_you' : undefined),
    send: ({ id }) => [`/api/profiles/id/${id}/mute`, { method: 'PUT' }],
  }),
  'DELETE /api/profiles/id/{id}/mute': person({
    ...repeatable('DELETE', '/api/profiles/id/{id}/mute'),
    missing: 200,
  }),
  'GET /api/me/mutes': circle('/api/me/mutes', { admin: ['carol'] }),

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

  // Likes and comments
  'PUT /api/content/{id}/like': like('PUT'),
  'DELETE /api/content/{id}/like': like('DELETE'),
  'GET /api/content/{id}/comments': item({ may: watch, send: ({ id }) => `/api/content/${id}/comments` }),
  'POST /api/content/{id}/comments': item({
    may: watch,
    asks: 'active',
    gets: 201,
    refused: (actor) => (isStaff(actor) ? 'staff_silent' : undefined),
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
  // For staff alone, which api/moderation.test.ts asks of every route below /api/mod; about letters that name nothing here.
  'GET /api/mod/notices': nobody('letters that name nothing'),
  'PUT /api/mod/notices/{id}/place': nobody('a letter that names nothing'),
  'PUT /api/mod/notices/{id}/not-found': nobody('a letter that names nothing'),

  'DELETE /api/me/deletion': ownAccount,
  'POST /api/contact': nobody('a letter to us'),
}

function report(subject: string, id: string): Sent {
  return ['/api/reports', json('POST', { subject, id, reason: 'spam' })]
}

/** Lets go of somebody, or of nobody: it answers the same, and repeating does no harm. */
function repeatable(
  method: string,
  path: string,
): Omit<PersonRow, 'about' | 'missing'> & { missing: number } {
  const send = ({ id }: Somebody): Sent => [path.replace('{id}', id), { method }]
  return { may: noOne, asks: 'member', missing: 204, shifts: true, send }
}

function isStaff(actor: Actor): boolean {
  return ['moderator', 'caseworker', 'admin'].includes(actor)
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

import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { sql } from 'kysely'
import { sessionCookie } from '#server/accounts/auth.ts'
import { cookieOf } from '#server/accounts/cookie.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { type House, openHouse, Person } from '../support/house.ts'
import { claimAll, copyOfPaper, openCases, type Paper, type PaperName, papersOf } from './papers.ts'

/** Who asks. The owner is of each thing its own; everybody else stands alike to all owners. */
export const actors = [
  'anonymous',
  'owner',
  'stranger',
  'follower',
  'pending',
  'blocked',
  'blocker',
  'moderator',
  'caseworker',
  'admin',
  'revoked',
  'young',
  'suspended',
] as const
export type Actor = (typeof actors)[number]

/** Whose things are looked at. */
export const ownerNames = ['ada', 'priva', 'susan', 'leo'] as const
export type OwnerName = (typeof ownerNames)[number]

export const itemNames = [
  'public',
  'followers',
  'only_me',
  'of_private_profile',
  'rated_16',
  'limited',
  'pending',
  'held',
  'removed',
  'quarantined',
  'deleted',
  'not_ready',
  'of_suspended',
  'of_leaving',
  'never',
] as const
export type ItemName = (typeof itemNames)[number]

/** `of_…` are the people themselves. */
export const personNames = ['public', 'private', 'suspended', 'leaving', 'never'] as const
export type PersonName = (typeof personNames)[number]

export const commentNames = [
  'approved',
  'waiting',
  'by_blocked',
  'of_blocked',
  'of_suspended',
  'of_leaving',
  'held',
  'removed',
  'under_only_me',
  'never',
] as const
export type CommentName = (typeof commentNames)[number]

/** Something that may be seen or not, with words and a picture that are nowhere else. */
export interface Item {
  name: ItemName
  id: string
  playbackId: string
  streamId: string
  uploadId: string
  owner: OwnerName
  /** Of its title and of its description. */
  words: [string, string]
  picture: Buffer
  cover: string
}

export interface Somebody {
  id: string
  username: string
  bio: string
  avatar: string
  picture: Buffer
}

export interface Remark {
  id: string
  word: string
}

/** Who wrote which comment. Most stand under Carol's item; `waiting` (for her yes) and `by_blocked` under Ada's. */
export const authors: Record<CommentName, Actor | OwnerName> = {
  approved: 'stranger',
  waiting: 'stranger',
  by_blocked: 'blocked',
  of_blocked: 'owner',
  of_suspended: 'susan',
  of_leaving: 'leo',
  held: 'stranger',
  removed: 'stranger',
  under_only_me: 'owner',
  never: 'stranger',
}

export interface Cast {
  house: House
  /** Whoever asks for a thing of this owner. */
  actor(name: Actor, owner?: OwnerName): Person
  items: Record<ItemName, Item>
  /** Carol's, where everybody meets. */
  plaza: Item
  people: Record<PersonName, Somebody>
  comments: Record<CommentName, Remark>
  /** What is Ada's alone. */
  papers: Record<PaperName, Paper>
  /** The case that is open about each item; about what never was there is none. */
  cases: Record<ItemName, Paper>
  /** A copy that may be spoiled; files of an item are not copied. */
  copyOf(thing: Item | Remark | Paper): Promise<Item | Remark | Paper>
  /** Everybody stands to everybody as at first, and cases are with who claimed them. */
  asAtFirst(): Promise<void>
  close(): Promise<void>
}

const said: string[] = []

/** What a word is made of that nobody would guess. None begins nearly as another: a search for likeness would take it for that. */
export function newWord(): string {
  const word = `q${[...randomBytes(9)].map((byte) => 'bcdfghjkmnpqrtvwxz'[byte % 18]).join('')}`
  if (said.some((other) => isNear(word, other))) return newWord()
  said.push(word)
  return word
}

/** Of the five letters after the first, more than two are at the same place, or one place on. */
function isNear(word: string, other: string): boolean {
  const alike = (shift: number) => [1, 2, 3, 4, 5].filter((at) => word[at] === other[at + shift]).length > 2
  return alike(0) || alike(1) || alike(-1)
}

const ages: Partial<Record<string, number>> = { young: 14, stranger: 17, suspended: 17 }
const roles: Partial<Record<string, 'moderator' | 'admin'>> = {
  moderator: 'moderator',
  caseworker: 'moderator',
  admin: 'admin',
}

/** The site with everybody and everything that the matrix and the crawl look at. */
export async function openCast(env: Record<string, string> = {}): Promise<Cast> {
  const house = await openHouse({ env: { PUBLIC_URL: 'http://localhost:3000', ...env } })
  const everybody = new Map<string, Person>()
  for (const name of [...ownerNames, 'carol', ...actors]) {
    if (name === 'anonymous' || name === 'owner') continue
    everybody.set(name, await joins(house, name, ages[name] ?? 18, roles[name]))
  }
  const who = (name: string) => everybody.get(name)!
  const plaza = await film(who('carol'), 'ada', 'public')
  const items = {} as Record<ItemName, Item>
  for (const name of itemNames) items[name] = await film(who(ownerOf(name)), ownerOf(name), name)
  const comments = await remarks(who, plaza, items)
  const people = await peopleOf(who)
  await relate(who)
  await setAside(who)
  const cases = (await openCases(who('caseworker').id, items)) as Record<ItemName, Paper>
  const papers = await papersOf(who('ada').id, who('caseworker').id)
  await likedBy(who('carol').id)
  await rung(who('ada').id, items.public.id, { id: comments.by_blocked.id, by: who('blocked').id })
  const actor = (name: Actor, owner: OwnerName = 'ada') =>
    name === 'anonymous' ? house.stranger() : who(name === 'owner' ? owner : name)
  const copyOf = (thing: Item | Remark | Paper) => {
    if ('playbackId' in thing) return film(who(thing.owner), thing.owner, thing.name, true)
    return 'word' in thing ? copied(thing) : copyOfPaper(thing)
  }
  const asAtFirst = async () => {
    for (const table of ['follows', 'follow_asks', 'blocks', 'mutes'] as const)
      await db.deleteFrom(table).execute()
    await relate(who)
    await claimAll(who('caseworker').id)
  }
  const things = { items, plaza, people, comments, cases, papers }
  return { house, actor, ...things, copyOf, asAtFirst, close: () => house.close() }
}

function ownerOf(name: ItemName): OwnerName {
  const others: Partial<Record<ItemName, OwnerName>> = {
    of_private_profile: 'priva',
    of_suspended: 'susan',
    of_leaving: 'leo',
  }
  return others[name] ?? 'ada'
}

interface State {
  visibility?: 'followers' | 'only_me'
  moderation?: 'pending' | 'held' | 'limited' | 'removed' | 'quarantined'
  rating?: '16'
  stream_status?: 'processing'
  deleted_at?: Date
  isGone?: true
}

/** What is hidden is newer than what is shown: whatever picks the newest would pick it first. */
const states: Record<ItemName, State> = {
  public: {},
  followers: { visibility: 'followers' },
  only_me: { visibility: 'only_me' },
  of_private_profile: {},
  rated_16: { rating: '16' },
  limited: { moderation: 'limited' },
  pending: { moderation: 'pending' },
  held: { moderation: 'held' },
  removed: { moderation: 'removed' },
  quarantined: { moderation: 'quarantined' },
  deleted: { deleted_at: new Date() },
  not_ready: { stream_status: 'processing' },
  of_suspended: {},
  of_leaving: {},
  never: { isGone: true },
}

/** Signed in, without the forms of joining: those have tests of their own. Not on their first day. */
async function joins(
  house: House,
  name: string,
  age: number,
  role: 'user' | 'moderator' | 'admin' = 'user',
): Promise<Person> {
  const person = new Person(house.app)
  const longAgo = new Date(Date.now() - 40 * 24 * 3600_000)
  const { id } = await db
    .insertInto('users')
    .values({ email: `${name}@example.com`, email_verified: true, name, role, created_at: longAgo })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('private_details')
    .values({ user_id: id, full_name: `${name} Secretname`, age, terms_version: '2.0' })
    .execute()
  const profile = { user_id: id, username: name, is_minor: age < 18, created_at: longAgo }
  await db.insertInto('profiles').values(profile).execute()
  const token = randomBytes(24).toString('hex')
  const expires_at = new Date(Date.now() + 30 * 24 * 3600_000)
  await db.insertInto('sessions').values({ user_id: id, token, expires_at }).execute()
  const value = /=([^;]*)/.exec(cookieOf({ token, remembered: true }))![1]!
  person.cookies.set(sessionCookie(), value)
  return Object.assign(person, { id, name })
}

/** An item with all its files, as if it had been uploaded and processed. Every picture of it shows the same random squares. */
async function film(by: Person, owner: OwnerName, name: ItemName, isCopy = false): Promise<Item> {
  const { isGone, ...columns } = states[name]
  const playbackId = `p${randomBytes(12).toString('hex')}`
  const words: [string, string] = [newWord(), newWord()]
  const cover = `cover/${randomBytes(12).toString('hex')}.webp`
  const media = `/media/${playbackId}`
  const isReady = columns.stream_status !== 'processing'
  const { id, stream_id } = await db
    .insertInto('content')
    .values({
      user_id: by.id,
      title: `Zebrafish ${words[0]}`,
      description: `All about it: ${words[1]}`,
      content_type: 'music_video',
      genre: 'pop',
      playback_id: playbackId,
      duration_seconds: 4,
      comments_count: 20,
      width: 320,
      height: 180,
      stream_status: 'ready',
      stream_url: isReady ? `${media}/master.m3u8` : null,
      stream_thumbnail_url: `${media}/1/poster.webp`,
      preview_url: `${media}/1/preview.mp4`,
      storyboard_url: `${media}/1/storyboard.vtt`,
      cover_url: isCopy ? null : `${media}/${cover}`,
      file_url: `originals/${playbackId}`,
      ...columns,
    })
    .returning(['id', 'stream_id'])
    .executeTakeFirstOrThrow()
  const streamState = isReady ? 'ready' : 'encoding'
  await db
    .insertInto('streams')
    .values({ id: stream_id, content_id: id, state: streamState, playable: isReady })
    .execute()
  const uploadId = randomUUID()
  await db
    .insertInto('uploads')
    .values({
      id: uploadId,
      content_id: id,
      user_id: by.id,
      file_name: 'a.mp4',
      file_size: 9,
      completed_at: new Date(),
    })
    .execute()
  await db
    .insertInto('renditions')
    .values({
      content_id: id,
      name: '240p',
      fence: 1,
      folder: '1/240p',
      width: 426,
      height: 240,
      codecs: 'avc1.42c01e,mp4a.40.2',
      frame_rate: 25,
      bandwidth: 400_000,
      average_bandwidth: 300_000,
    })
    .execute()
  const picture = await squares()
  if (!isCopy) await files(playbackId, cover, picture, words[1])
  // What never was has left no trace: only its ids are known, and nobody else's look like them.
  if (isGone) await db.deleteFrom('content').where('id', '=', id).execute()
  if (isGone) await storage.remove(`media/${playbackId}`)
  return { name, id, playbackId, streamId: stream_id, uploadId, owner, words, picture, cover }
}

async function files(playbackId: string, cover: string, picture: Buffer, word: string): Promise<void> {
  const jpeg = await sharp(picture).jpeg().toBuffer()
  const text = (lines: string[]) => Buffer.from(lines.join('\n'))
  const below: Record<string, Buffer> = {
    '1/240p/index.m3u8': text([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXTINF:4,',
      'seg_1.m4s',
      '#EXT-X-ENDLIST',
      '',
    ]),
    '1/240p/init.mp4': text([`init ${word}`]),
    '1/240p/seg_1.m4s': text([`segment ${word}`]),
    '1/preview.mp4': text([`preview ${word}`]),
    '1/storyboard.vtt': text([
      'WEBVTT',
      '',
      '00:00.000 --> 00:04.000',
      'storyboard_1.webp#xywh=0,0,160,90',
      '',
    ]),
    '1/storyboard_1.webp': picture,
    '1/poster.webp': picture,
    '1/frame_1.webp': picture,
    '1/thumbnail.jpg': jpeg,
    [cover]: picture,
  }
  for (const [name, bytes] of Object.entries(below))
    await storage.putBytes(`media/${playbackId}/${name}`, bytes)
  await storage.putBytes(`originals/${playbackId}`, text([`original ${word}`]))
}

/** Eight by eight squares of random grey, which survive any encoder. */
async function squares(): Promise<Buffer> {
  return sharp(randomBytes(64), { raw: { width: 8, height: 8, channels: 1 } })
    .resize(320, 320, { kernel: 'nearest' })
    .webp()
    .toBuffer()
}

async function remarks(who: (name: string) => Person, plaza: Item, items: Record<ItemName, Item>) {
  const says = async (
    name: string,
    under: Item,
    moderation: 'approved' | 'held' | 'removed' = 'approved',
    held_for: 'owner' | null = null,
  ) => {
    const word = newWord()
    const { id } = await db
      .insertInto('comments')
      .values({ content_id: under.id, user_id: who(name).id, body: `I say ${word}`, moderation, held_for })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, word }
  }
  return {
    approved: await says('stranger', plaza),
    waiting: await says('stranger', items.public, 'held', 'owner'),
    by_blocked: await says('blocked', items.public),
    of_blocked: await says('ada', plaza),
    of_suspended: await says('susan', plaza),
    of_leaving: await says('leo', plaza),
    held: await says('stranger', plaza, 'held'),
    removed: await says('stranger', plaza, 'removed'),
    under_only_me: await says('ada', items.only_me),
    never: { id: randomUUID(), word: newWord() },
  } satisfies Record<CommentName, Remark>
}

async function copied({ id, word }: Remark): Promise<Remark> {
  const columns = ['content_id', 'user_id', 'body', 'moderation', 'held_for'] as const
  const row = await db.selectFrom('comments').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  const copy = await db.insertInto('comments').values(row).returning('id').executeTakeFirstOrThrow()
  return { id: copy.id, word }
}

async function peopleOf(who: (name: string) => Person): Promise<Record<PersonName, Somebody>> {
  const somebody = async (name: OwnerName): Promise<Somebody> => {
    const { id } = who(name)
    const [bio, picture] = [newWord(), await squares()]
    const avatar = `/avatars/${id}/${randomBytes(12).toString('hex')}.webp`
    await storage.putBytes(avatar.slice(1), picture)
    await db
      .updateTable('profiles')
      .set({ bio: `About me: ${bio}`, avatar_url: avatar })
      .where('user_id', '=', id)
      .execute()
    return { id, username: name, bio, avatar, picture }
  }
  const nobody = randomUUID()
  return {
    public: await somebody('ada'),
    private: await somebody('priva'),
    suspended: await somebody('susan'),
    leaving: await somebody('leo'),
    never: {
      id: nobody,
      username: 'noone',
      bio: newWord(),
      avatar: `/avatars/${nobody}/${'0'.repeat(24)}.webp`,
      picture: await squares(),
    },
  }
}

/** Everybody stands to each owner as their name says. The admin has muted somebody, and somebody who is away. */
async function relate(who: (name: string) => Person): Promise<void> {
  const muted = ['carol', 'leo'].map((name) => ({ muter_id: who('admin').id, muted_id: who(name).id }))
  await db.insertInto('mutes').values(muted).execute()
  for (const name of ownerNames) {
    const owner = who(name).id
    const follows = [
      {
        follower_id: who('follower').id,
        followed_id: owner,
        state: 'approved' as const,
        approved_at: new Date(),
      },
      { follower_id: who('pending').id, followed_id: owner, state: 'pending' as const, approved_at: null },
    ]
    await db.insertInto('follows').values(follows).execute()
    await sql`insert into blocks (blocker_id, blocked_id)
      values (${owner}, ${who('blocked').id}), (${who('blocker').id}, ${owner})`.execute(db)
  }
}

/** All of it, so that charts have all to choose from. */
async function likedBy(userId: string): Promise<void> {
  await sql`insert into likes (user_id, content_id) select ${userId}, id from content where user_id <> ${userId}`.execute(
    db,
  )
}

/** The bell has rung for a comment, before its author was blocked. */
async function rung(userId: string, contentId: string, comment: { id: string; by: string }): Promise<void> {
  const { id } = await db
    .insertInto('notifications')
    .values({ user_id: userId, kind: 'comment', content_id: contentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cause = { kind: 'comment' as const, subject_id: comment.id, actor_id: comment.by }
  await db
    .insertInto('notification_causes')
    .values({ ...cause, user_id: userId, notification_id: id })
    .execute()
}

async function setAside(who: (name: string) => Person): Promise<void> {
  const tomorrow = new Date(Date.now() + 24 * 3600_000)
  for (const name of ['susan', 'suspended'])
    await db
      .updateTable('profiles')
      .set({ suspended_until: tomorrow })
      .where('user_id', '=', who(name).id)
      .execute()
  await db.updateTable('profiles').set({ is_private: true }).where('user_id', '=', who('priva').id).execute()
  await db
    .updateTable('profiles')
    .set({ leaving_at: new Date() })
    .where('user_id', '=', who('leo').id)
    .execute()
  await db.deleteFrom('sessions').where('user_id', '=', who('revoked').id).execute()
}

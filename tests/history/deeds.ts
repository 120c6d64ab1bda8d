import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { Visitor } from '#tests/media/member.ts'
import { makeClip } from '#tests/support/clips.ts'
import { freshName } from '#tests/support/fresh-name.ts'
import { someWords } from '#tests/support/some-words.ts'
import { ask } from './ask.ts'
import { Register } from './register.ts'
import type { Follow, Item, Person, World } from './world.ts'

/** One deed of somebody. `roll` picks whom and what; it answers whether the server seemed to be there. */
export type Deed = (world: World, who: Person, roll: () => number) => Promise<boolean>

const pick = <T>(from: readonly T[], roll: () => number) => from[Math.floor(roll() * from.length)]!
const gone = ['content_not_found', 'comment_not_found', 'creator_not_found'] as const

/** Writes one of a few values to a register by one request. */
async function write<V>(
  register: Register<V>,
  value: V,
  send: () => ReturnType<typeof ask>,
): Promise<boolean> {
  let isThere = true
  await register.inTurn(async () => {
    const { kind } = await send()
    if (kind === 'done') register.is(value)
    if (kind === 'unsure') register.maybe(value)
    isThere = kind !== 'unsure'
    return isThere ? 'sure' : 'unsure'
  })
  return isThere
}

const like: Deed = (world, who, roll) => {
  const item = pick(world.items, roll)
  const register = world.likes.of(who.id, item.id)
  const wants = roll() < 0.6
  const method = wants ? 'PUT' : 'DELETE'
  return write(register, wants, () =>
    ask(world, who, [method, `/api/content/${item.id}/like`], { may: gone }),
  )
}

/** Sent again with its key until there is an answer: in the end it stands there once. */
const comment: Deed = async (world, who, roll) => {
  const item = pick(world.items, roll)
  const [body, key] = [someWords(), randomUUID()]
  for (;;) {
    const path = `/api/content/${item.id}/comments`
    const outcome = await ask(world, who, ['POST', path], { body: { body }, key, may: gone })
    if (outcome.kind === 'done')
      world.said.push({ id: String(outcome.said['id']), by: who, item, body, isThere: new Register(true) })
    if (outcome.kind !== 'unsure') return true
    await pause(200)
  }
}

const uncomment: Deed = async (world, who, roll) => {
  const mine = world.said.filter(({ by, isThere }) => by === who && isThere.likely)
  if (mine.length === 0) return comment(world, who, roll)
  const { id, isThere } = pick(mine, roll)
  return write(isThere, false, () => ask(world, who, ['DELETE', `/api/comments/${id}`], { may: gone }))
}

/** What stands between two people: following, asking, approving, letting go, blocking. */
const meet: Deed = async (world, who, roll) => {
  const other = pick(
    world.people.filter((one) => one !== who),
    roll,
  )
  const pair = world.between.of(...[who.id, other.id].toSorted())
  const [mine, theirs] = [world.follows.of(who.id, other.id), world.follows.of(other.id, who.id)]
  const blocks = world.blocks.of(who.id, other.id)
  const what = roll()
  let isThere = true
  const may = [...gone, 'follow_not_possible', 'follow_request_not_found']
  await pair.inTurn(async () => {
    const send = async (method: string, path: string) => {
      const outcome = await ask(world, who, [method, path], { may })
      isThere = outcome.kind !== 'unsure'
      return outcome
    }
    const page = `/api/profiles/id/${other.id}`
    if (what < 0.4) {
      const outcome = await send('PUT', `${page}/follow`)
      if (outcome.kind === 'done') mine.is(outcome.said['state'] as Follow)
      if (outcome.kind === 'unsure') mine.maybe(other.isPrivate ? 'pending' : 'approved')
    } else if (what < 0.6) settle(await send('DELETE', `${page}/follow`), [[mine, 'none']])
    else if (what < 0.75)
      settle(await send('PUT', `/api/me/follow-requests/${other.id}`), [[theirs, 'approved']])
    else if (what < 0.85) {
      const outcome = await send('DELETE', `/api/me/followers/${other.id}`)
      // Only who follows is let go of; a request stays.
      if (outcome.kind === 'done' && !theirs.possible.has('pending')) theirs.is('none')
      else if (outcome.kind !== 'refused') theirs.maybe('none')
    } else if (what < 0.88) {
      const outcome = await send('PUT', `${page}/block`)
      settle(outcome, [
        [mine, 'none'],
        [theirs, 'none'],
      ])
      if (outcome.kind === 'done') blocks.is(true)
      if (outcome.kind === 'unsure') blocks.maybe(true)
    } else {
      const outcome = await send('DELETE', `${page}/block`)
      if (outcome.kind === 'done') blocks.is(false)
      if (outcome.kind === 'unsure') blocks.maybe(false)
    }
    return isThere ? 'sure' : 'unsure'
  })
  return isThere
}

function settle(outcome: Awaited<ReturnType<typeof ask>>, become: [Register<Follow>, Follow][]): void {
  for (const [register, value] of become)
    if (outcome.kind === 'done') register.is(value)
    else if (outcome.kind === 'unsure') register.maybe(value)
}

const change: Deed = async (world, who, roll) => {
  const mine = world.items.filter(({ owner, isThere }) => owner === who && isThere.likely)
  if (mine.length === 0) return like(world, who, roll)
  const { id, title } = pick(mine, roll)
  const words = someWords()
  return write(title, words, () =>
    ask(world, who, ['PATCH', `/api/content/${id}`], { body: { title: words }, may: gone }),
  )
}

/** Two may want the same name. */
const rename: Deed = async (world, who, roll) => {
  const name = `n${Math.floor(roll() * 1e9).toString(36)}`
  const rival = pick(world.people, roll)
  const outcomes = await Promise.all([...new Set([who, rival])].map((one) => takes(world, one, name)))
  return outcomes.every(Boolean)
}

async function takes(world: World, who: Person, name: string): Promise<boolean> {
  // A month has passed since the last change.
  await sql`update profiles set last_username_change = null where user_id = ${who.id}`
    .execute(db)
    .catch(() => {})
  const may = ['username_taken', 'username_lock', 'username_unwanted']
  const isThere = await write(who.username, name, async () => {
    const outcome = await ask(world, who, ['PATCH', '/api/me/profile'], { body: { username: name }, may })
    if (outcome.kind === 'done') world.takenBy.set(name, [...(world.takenBy.get(name) ?? []), who])
    return outcome
  })
  return isThere
}

const join: Deed = async (world, who) => {
  const username = freshName()
  const person = { full_name: 'Ada Example', email: `${username}@example.com`, age: 16, username }
  const body = { ...person, password: 'kayak-lantern-42', terms: true }
  const stranger = { visitor: new Visitor(who.visitor.url) }
  const { kind } = await ask(world, stranger, ['POST', '/api/accounts'], { body })
  if (kind !== 'refused') world.joined.push({ username, isSure: kind === 'done' })
  return kind !== 'unsure'
}

/** A film of one second, sent whole, and again until it is there. */
export const upload: Deed = async (world, who) => {
  const bytes = await readFile(await makeClip(undefined, { seconds: 1, width: 160, height: 90 }))
  const [title, key] = [someWords(), randomUUID()]
  const body = { title, content_type: 'music', file_name: 'a.mp4', file_size: bytes.length }
  for (;;) {
    const announced = await ask(world, who, ['POST', '/api/uploads'], {
      body,
      key,
      may: ['too_many_uploads'],
    })
    if (announced.kind === 'refused') return true
    if (announced.kind === 'done') {
      const { uploadURL, contentId: id } = announced.said as { uploadURL: string; contentId: string }
      await sends(who, new URL(uploadURL).pathname, bytes)
      world.items.push({ id, owner: who, title: new Register(title), isThere: new Register(true) })
      return true
    }
    await pause(200)
  }
}

async function sends({ visitor }: Person, path: string, bytes: Buffer): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0' }
  for (;;) {
    const head = await visitor.fetch(path, { method: 'HEAD', headers: tus }).catch(() => undefined)
    const offset = head?.ok ? Number(head.headers.get('upload-offset')) : undefined
    if (offset === bytes.length) return
    if (offset !== undefined) {
      const type = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      const init = { method: 'PATCH', headers: { ...tus, ...type }, body: bytes.subarray(offset) as BodyInit }
      await visitor.fetch(path, init).catch(() => undefined)
    } else await pause(200)
  }
}

const remove: Deed = async (world, who, roll) => {
  const mine = world.items.filter(({ owner, isThere }) => owner === who && isThere.likely)
  if (mine.length < 2) return like(world, who, roll)
  const { id, isThere } = pick<Item>(mine, roll)
  return write(isThere, false, () => ask(world, who, ['DELETE', `/api/content/${id}`], { may: gone }))
}

/** What is done, and how often of 10,000 times. */
export const deeds: [name: string, deed: Deed, often: number][] = [
  ['like', like, 4500],
  ['comment', comment, 2000],
  ['uncomment', uncomment, 1000],
  ['meet', meet, 1800],
  ['change', change, 500],
  ['rename', rename, 150],
  ['join', join, 10],
  ['upload', upload, 20],
  ['remove', remove, 20],
]

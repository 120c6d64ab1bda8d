import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { generateUniqueUsername } from '#tests/support/fixtures/unique-username.ts'
import { generateUniqueText } from '#tests/support/fixtures/unique-text.ts'
import { sendAndRecordRequest } from './recorded-request.ts'
import { PossibleStoredValues } from './possible-stored-values.ts'
import type {
  ReferenceModelFollowState,
  ReferenceModelItem,
  ReferenceModelPerson,
  ReferenceModel,
} from './reference-model.ts'

/**
 * Performs one operation on behalf of `who`. The random function `roll` chooses the target and the value.
 * Returns whether the server seemed available.
 */
export type RandomOperation = (
  model: ReferenceModel,
  who: ReferenceModelPerson,
  roll: () => number,
) => Promise<boolean>

const pickRandom = <T>(from: readonly T[], roll: () => number) => from[Math.floor(roll() * from.length)]!
const goneCodes = ['content_not_found', 'comment_not_found', 'creator_not_found'] as const

/** Writes a value with one request and records which values are now possible. */
async function writeValue<V>(
  expected: PossibleStoredValues<V>,
  value: V,
  send: () => ReturnType<typeof sendAndRecordRequest>,
): Promise<boolean> {
  let isThere = true
  await expected.inTurn(async () => {
    const { kind } = await send()
    if (kind === 'done') expected.set(value)
    if (kind === 'unsure') expected.addPossible(value)
    isThere = kind !== 'unsure'
    return isThere ? 'sure' : 'unsure'
  })
  return isThere
}

const likeOperation: RandomOperation = (model, who, roll) => {
  const item = pickRandom(model.items, roll)
  const expected = model.likes.of(who.id, item.id)
  const wants = roll() < 0.6
  const method = wants ? 'PUT' : 'DELETE'
  return writeValue(expected, wants, () =>
    sendAndRecordRequest(model, who, [method, `/api/content/${item.id}/like`], { may: goneCodes }),
  )
}

/**
 * Repeats a request with the same idempotency key until there is a response. After the response, the value
 * must be stored exactly once.
 */
const commentOperation: RandomOperation = async (model, who, roll) => {
  const item = pickRandom(model.items, roll)
  const [body, key] = [generateUniqueText(), randomUUID()]
  for (;;) {
    const path = `/api/content/${item.id}/comments`
    const outcome = await sendAndRecordRequest(model, who, ['POST', path], {
      body: { body },
      key,
      may: goneCodes,
    })
    if (outcome.kind === 'done')
      model.comments.push({
        id: String(outcome.result['id']),
        by: who,
        item,
        body,
        exists: new PossibleStoredValues(true),
      })
    if (outcome.kind !== 'unsure') return true
    await pause(200)
  }
}

const uncommentOperation: RandomOperation = async (model, who, roll) => {
  const mine = model.comments.filter(({ by, exists }) => by === who && exists.likely)
  if (mine.length === 0) return commentOperation(model, who, roll)
  const { id, exists } = pickRandom(mine, roll)
  return writeValue(exists, false, () =>
    sendAndRecordRequest(model, who, ['DELETE', `/api/comments/${id}`], { may: goneCodes }),
  )
}

/** Changes the relationship of two people: follow, request, approve, remove, block. */
const relationOperation: RandomOperation = async (model, who, roll) => {
  const other = pickRandom(
    model.people.filter((one) => one !== who),
    roll,
  )
  const pair = model.relationships.of(...[who.id, other.id].toSorted())
  const [mine, theirs] = [model.follows.of(who.id, other.id), model.follows.of(other.id, who.id)]
  const blocks = model.blocks.of(who.id, other.id)
  const what = roll()
  let isThere = true
  const may = [...goneCodes, 'follow_not_possible', 'follow_request_not_found']
  await pair.inTurn(async () => {
    const send = async (method: string, path: string) => {
      const outcome = await sendAndRecordRequest(model, who, [method, path], { may })
      isThere = outcome.kind !== 'unsure'
      return outcome
    }
    const page = `/api/profiles/id/${other.id}`
    if (what < 0.4) {
      const outcome = await send('PUT', `${page}/follow`)
      if (outcome.kind === 'done') mine.set(outcome.result['state'] as ReferenceModelFollowState)
      if (outcome.kind === 'unsure') mine.addPossible(other.isPrivate ? 'pending' : 'approved')
    } else if (what < 0.6) recordOutcome(await send('DELETE', `${page}/follow`), [[mine, 'none']])
    else if (what < 0.75)
      recordOutcome(await send('PUT', `/api/me/follow-requests/${other.id}`), [[theirs, 'approved']])
    else if (what < 0.85) {
      const outcome = await send('DELETE', `/api/me/followers/${other.id}`)
      // Removing a follower affects only approved followers, so a pending follow request remains.
      if (outcome.kind === 'done' && !theirs.possible.has('pending')) theirs.set('none')
      else if (outcome.kind !== 'refused') theirs.addPossible('none')
    } else if (what < 0.88) {
      const outcome = await send('PUT', `${page}/block`)
      recordOutcome(outcome, [
        [mine, 'none'],
        [theirs, 'none'],
      ])
      if (outcome.kind === 'done') blocks.set(true)
      if (outcome.kind === 'unsure') blocks.addPossible(true)
    } else {
      const outcome = await send('DELETE', `${page}/block`)
      if (outcome.kind === 'done') blocks.set(false)
      if (outcome.kind === 'unsure') blocks.addPossible(false)
    }
    return isThere ? 'sure' : 'unsure'
  })
  return isThere
}

function recordOutcome(
  outcome: Awaited<ReturnType<typeof sendAndRecordRequest>>,
  become: [PossibleStoredValues<ReferenceModelFollowState>, ReferenceModelFollowState][],
): void {
  for (const [expected, value] of become)
    if (outcome.kind === 'done') expected.set(value)
    else if (outcome.kind === 'unsure') expected.addPossible(value)
}

const editOperation: RandomOperation = async (model, who, roll) => {
  const mine = model.items.filter(({ owner, exists }) => owner === who && exists.likely)
  if (mine.length === 0) return likeOperation(model, who, roll)
  const { id, title } = pickRandom(mine, roll)
  const words = generateUniqueText()
  return writeValue(title, words, () =>
    sendAndRecordRequest(model, who, ['PATCH', `/api/content/${id}`], {
      body: { title: words },
      may: goneCodes,
    }),
  )
}

/** Makes two people request the same new username concurrently. */
const renameOperation: RandomOperation = async (model, who, roll) => {
  const name = `n${Math.floor(roll() * 1e9).toString(36)}`
  const rival = pickRandom(model.people, roll)
  const outcomes = await Promise.all([...new Set([who, rival])].map((one) => claimUsername(model, one, name)))
  return outcomes.every(Boolean)
}

async function claimUsername(
  model: ReferenceModel,
  who: ReferenceModelPerson,
  name: string,
): Promise<boolean> {
  // Simulates that a month has passed since the last change of username.
  await sql`update profiles set last_username_change = null where user_id = ${who.id}`
    .execute(db)
    .catch(() => {})
  const may = ['username_taken', 'username_lock', 'username_unwanted']
  const isThere = await writeValue(who.username, name, async () => {
    const outcome = await sendAndRecordRequest(model, who, ['PATCH', '/api/me/profile'], {
      body: { username: name },
      may,
    })
    if (outcome.kind === 'done') model.takenBy.set(name, [...(model.takenBy.get(name) ?? []), who])
    return outcome
  })
  return isThere
}

const signUpOperation: RandomOperation = async (model, who) => {
  const username = generateUniqueUsername()
  const person = { full_name: 'Ada Example', email: `${username}@example.com`, age: 16, username }
  const body = { ...person, password: 'kayak-lantern-42', terms: true }
  const stranger = { visitor: new HttpTestClient(who.visitor.url) }
  const { kind } = await sendAndRecordRequest(model, stranger, ['POST', '/api/accounts'], { body })
  if (kind !== 'refused') model.joined.push({ username, isSure: kind === 'done' })
  return kind !== 'unsure'
}

/** Uploads a one-second video in one request, and retries until the video exists. */
export const uploadVideoOperation: RandomOperation = async (model, who) => {
  const bytes = await readFile(await createTestClip(undefined, { seconds: 1, width: 160, height: 90 }))
  const [title, key] = [generateUniqueText(), randomUUID()]
  const body = { title, content_type: 'music', file_name: 'a.mp4', file_size: bytes.length }
  for (;;) {
    const announced = await sendAndRecordRequest(model, who, ['POST', '/api/uploads'], {
      body,
      key,
      may: ['too_many_uploads'],
    })
    if (announced.kind === 'refused') return true
    if (announced.kind === 'done') {
      const { uploadURL, contentId: id } = announced.result as { uploadURL: string; contentId: string }
      await sendVideo(who, new URL(uploadURL).pathname, bytes)
      model.items.push({
        id,
        owner: who,
        title: new PossibleStoredValues(title),
        exists: new PossibleStoredValues(true),
      })
      return true
    }
    await pause(200)
  }
}

async function sendVideo({ visitor }: ReferenceModelPerson, path: string, bytes: Buffer): Promise<void> {
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

const removeOperation: RandomOperation = async (model, who, roll) => {
  const mine = model.items.filter(({ owner, exists }) => owner === who && exists.likely)
  if (mine.length < 2) return likeOperation(model, who, roll)
  const { id, exists } = pickRandom<ReferenceModelItem>(mine, roll)
  return writeValue(exists, false, () =>
    sendAndRecordRequest(model, who, ['DELETE', `/api/content/${id}`], { may: goneCodes }),
  )
}

/** The operations and their weights, out of 10,000. */
export const weightedOperations: [name: string, deed: RandomOperation, often: number][] = [
  ['like', likeOperation, 4500],
  ['comment', commentOperation, 2000],
  ['uncomment', uncommentOperation, 1000],
  ['meet', relationOperation, 1800],
  ['change', editOperation, 500],
  ['rename', renameOperation, 150],
  ['join', signUpOperation, 10],
  ['upload', uploadVideoOperation, 20],
  ['remove', removeOperation, 20],
]

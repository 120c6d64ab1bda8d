import { listComments } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { getOwnProfile, getProfile, getProfileById } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { PossibleStoredValues } from './possible-stored-values.ts'
import type { ReferenceModelItem, ReferenceModel } from './reference-model.ts'

/**
 * The number of values that were read back, and one sentence for each value that contradicts an acknowledged
 * write.
 */
export interface ModelComparisonResult {
  checked: number
  problems: string[]
}

/**
 * Reads everything back through the API and checks that each value is consistent with the acknowledged
 * writes. `part` is the fraction of values to read.
 */
export async function compareStoredDataWithModel(
  model: ReferenceModel,
  reader: HttpTestClient,
  part = 1,
): Promise<ModelComparisonResult> {
  const reading: ModelComparisonResult = { checked: 0, problems: [] }
  const some = <T>(things: Iterable<T>) => [...things].filter((_, n) => n % Math.round(1 / part) === 0)
  const check = <V>(what: string, expected: PossibleStoredValues<V>, found: V) => {
    reading.checked += 1
    if (expected.possible.has(found)) return
    reading.problems.push(`${what} is ${String(found)}, not ${[...expected.possible].join(' or ')}`)
  }
  for (const item of some(model.items)) await checkItem(model, reader, item, check)
  for (const { id, username, visitor } of some(model.people)) {
    const { username: found } = await visitor.call(getOwnProfile, {})
    check(`the name of ${id}`, username, found)
  }
  for (const [name, takers] of some(model.takenBy)) {
    reading.checked += 1
    if (takers.length > 1) reading.problems.push(`${takers.length} people were told that ${name} is theirs`)
  }
  for (const one of some(model.people))
    for (const other of model.people) {
      if (one === other) continue
      const found = await undefinedWhenGone(one.visitor.call(getProfileById, { params: { id: other.id } }))
      const isApart =
        model.blocks.of(one.id, other.id).possible.has(true) ||
        model.blocks.of(other.id, one.id).possible.has(true)
      if (found)
        check(`${one.id} following ${other.id}`, model.follows.of(one.id, other.id), found.follow ?? 'none')
      else if (!isApart) reading.problems.push(`${other.id} is not there for ${one.id}`)
    }
  for (const { username, isSure } of some(model.joined)) {
    reading.checked += 1
    const found = await undefinedWhenGone(reader.call(getProfile, { params: { username } }))
    if (isSure && !found) reading.problems.push(`${username}, who has joined, is not there`)
  }
  return reading
}

type Check = <V>(what: string, expected: PossibleStoredValues<V>, found: V) => void

async function checkItem(
  model: ReferenceModel,
  reader: HttpTestClient,
  item: ReferenceModelItem,
  check: Check,
): Promise<void> {
  const { id, owner, title, exists } = item
  const found = await undefinedWhenGone(owner.visitor.call(getContent, { params: { id } }))
  check(`the item ${id}`, exists, found !== undefined)
  if (!found) return
  check(`the title of ${id}`, title, found.title)
  for (const { id: by, visitor } of model.people) {
    const seen = await undefinedWhenGone(visitor.call(getContent, { params: { id } }))
    // People who cannot see the item, for example because they are blocked, are skipped.
    if (seen) check(`the like of ${by} on ${id}`, model.likes.of(by, id), seen.liked)
  }
  // Only the owner can see a failed video and its comments.
  const isShown = await undefinedWhenGone(reader.call(getContent, { params: { id } }))
  const comments = await allComments(isShown ? reader : owner.visitor, id)
  const bodies = new Map<string, string[]>()
  const ids = new Set<string>()
  for (const { id: commentId, body } of comments) {
    ids.add(commentId)
    bodies.set(body, [...(bodies.get(body) ?? []), commentId])
  }
  for (const one of model.comments)
    if (one.item === item)
      check(
        `the comment ${one.id} of ${one.by.id}${ids.has(one.id) ? '' : await rowOf(one.id)}`,
        one.exists,
        ids.has(one.id),
      )
  // A comment sent twice with one idempotency key must not appear twice.
  for (const [body, twins] of bodies) check(`how often “${body}” stands under ${id}`, once, twins.length)
}

/** Returns a comment's database row as text, to explain why the API does not show the comment. */
async function rowOf(id: string): Promise<string> {
  const row = await db
    .selectFrom('comments')
    .innerJoin('content', 'content.id', 'comments.content_id')
    .select(['body', 'comments.moderation', 'content.moderation as item', 'stream_status'])
    .where('comments.id', '=', id)
    .executeTakeFirst()
  return row ? ` (${Object.values(row).join(', ')})` : ' (no row)'
}

const once = { possible: new Set([1]) } as PossibleStoredValues<number>

async function allComments(reader: HttpTestClient, id: string) {
  const all: { id: string; body: string }[] = []
  let cursor: string | undefined
  do {
    const page = await undefinedWhenGone(
      reader.call(listComments, { params: { id }, query: { limit: 100, cursor } }),
    )
    all.push(...(page?.items ?? []))
    cursor = page?.next_cursor ?? undefined
  } while (cursor)
  return all
}

async function undefinedWhenGone<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiCallError && error.status === 404) return undefined
    throw error
  })
}

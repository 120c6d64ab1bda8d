import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Endpoint, idempotencyKeyLifetimeHours } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, runInAmbientTransaction, type Tx } from '../db/db.ts'
import type { Viewer } from './viewer.ts'
import { limitConcurrency } from '../concurrency-limit.ts'

interface IdempotentRequest {
  endpoint: Pick<Endpoint, 'method' | 'path' | 'idempotent'>
  viewer: Viewer
  /**
   * The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): 1 to 255 printable ASCII
   * characters.
   */
  key: string | undefined
  /** The parsed input. A repeated key with different input is rejected (`key_reused`). */
  parts: unknown
}

const keyForm = /^[\x21-\x7e]{1,255}$/

/**
 * Concurrent retries wait here and not in the database, where each of them would occupy a connection of the
 * pool.
 */
const inTurn = limitConcurrency({ maxConcurrent: 1 })

/**
 * Runs `handler` once per idempotency key, even if several processes receive retries at the same time. Every
 * retry gets the first response. The response is stored in the transaction that does the work, so that a
 * crash loses both or neither of them. Errors are not stored, so that a failed request can be retried. A key
 * belongs to one person and one endpoint and is valid for a day.
 */
export async function withIdempotencyKey<T>(
  request: IdempotentRequest,
  handler: () => Promise<T>,
): Promise<T> {
  const { endpoint, viewer, key, parts } = request
  if (!endpoint.idempotent || key === undefined || viewer.kind === 'anonymous') return handler()
  if (!keyForm.test(key)) throw new ApiError('key_malformed')
  const row = { user_id: viewer.id, endpoint: `${endpoint.method} ${endpoint.path}`, key }
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return inTurn(Object.values(row).join(' '), () =>
    runInAmbientTransaction((tx) => replayOrRun(tx, row, hash, handler)),
  )
}

type Row = { user_id: string; endpoint: string; key: string }

async function replayOrRun<T>(tx: Tx, row: Row, asked: string, handler: () => Promise<T>): Promise<T> {
  const isOld = sql<boolean>`kept_answers.made_at < now() - make_interval(hours => ${idempotencyKeyLifetimeHours})`
  const begun = await tx
    .insertInto('kept_answers')
    .values({ ...row, asked })
    .onConflict((known) =>
      known
        .columns(['user_id', 'endpoint', 'key'])
        .doUpdateSet({ asked, answer: null, made_at: sql<Date>`now()` })
        .where(isOld),
    )
    .returning('key')
    .executeTakeFirst()
  const at = () => sql<boolean>`(user_id, endpoint, key) = (${row.user_id}, ${row.endpoint}, ${row.key})`
  if (!begun) {
    const kept = await tx
      .selectFrom('kept_answers')
      .select(['asked', 'answer'])
      .where(at())
      .executeTakeFirst()
    // The stored response expired and was deleted between the two statements, so the client can retry.
    if (!kept) throw new ApiError('conflict')
    if (kept.asked !== asked) throw new ApiError('key_reused')
    return kept.answer as T
  }
  const answer = await handler()
  await tx
    .updateTable('kept_answers')
    .set({ answer: JSON.stringify(answer) })
    .where(at())
    .execute()
  return answer
}

/** Deletes stored responses that are older than a day. */
export async function deleteExpiredIdempotencyKeys(): Promise<void> {
  await db
    .deleteFrom('kept_answers')
    .where('made_at', '<', sql<Date>`now() - make_interval(hours => ${idempotencyKeyLifetimeHours})`)
    .execute()
}

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
   * The `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header): 1 to 255 printable ASCII
   * characters.
   */
  key: string | undefined
  /** The parsed input. A request that repeats a key with different input is rejected (`key_reused`). */
  parts: unknown
}

const keyForm = /^[\x21-\x7e]{1,255}$/

/**
 * Concurrent retries wait in this queue and not in the database, where each of them would occupy a connection
 * of the pool.
 */
const inTurn = limitConcurrency({ maxConcurrent: 1 })

/**
 * Runs `handler` only once for each idempotency key, even if several processes receive retries at the same
 * time. Every retry gets the response to the first request. The response is stored in the same transaction in
 * which `handler` makes its changes, so a crash loses either both the response and the changes, or neither.
 * Errors are not stored, so that a failed request can be retried. An idempotency key belongs to one person
 * and one endpoint, and is valid for a day.
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

async function replayOrRun<T>(tx: Tx, row: Row, requestHash: string, handler: () => Promise<T>): Promise<T> {
  const isOld = sql<boolean>`idempotency_keys.created_at < now() - make_interval(hours => ${idempotencyKeyLifetimeHours})`
  const begun = await tx
    .insertInto('idempotency_keys')
    .values({ ...row, request_hash: requestHash })
    .onConflict((known) =>
      known
        .columns(['user_id', 'endpoint', 'key'])
        .doUpdateSet({ request_hash: requestHash, response: null, created_at: sql<Date>`now()` })
        .where(isOld),
    )
    .returning('key')
    .executeTakeFirst()
  const at = () => sql<boolean>`(user_id, endpoint, key) = (${row.user_id}, ${row.endpoint}, ${row.key})`
  if (!begun) {
    const kept = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'response'])
      .where(at())
      .executeTakeFirst()
    // The stored response has expired and was deleted between the `insert` and the `select`, so the client
    // should retry.
    if (!kept) throw new ApiError('conflict')
    if (kept.request_hash !== requestHash) throw new ApiError('key_reused')
    return kept.response as T
  }
  const response = await handler()
  await tx
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(response) })
    .where(at())
    .execute()
  return response
}

/** Deletes stored responses that are older than a day. */
export async function deleteExpiredIdempotencyKeys(): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${idempotencyKeyLifetimeHours})`)
    .execute()
}

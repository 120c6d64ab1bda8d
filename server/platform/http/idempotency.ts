import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Endpoint, idempotencyKeyHours } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, inAmbientTransaction, type Tx } from '../db/db.ts'
import type { Viewer } from './viewer.ts'
import { limitConcurrency } from '../concurrency-limit.ts'

interface IdempotentRequest {
  endpoint: Pick<Endpoint, 'method' | 'path' | 'idempotent'>
  viewer: Viewer
  /** The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): 1 to 255 printable ASCII characters. */
  key: string | undefined
  /** What was asked for, parsed: the same key with something else is refused (`key_reused`). */
  parts: unknown
}

const keyForm = /^[\x21-\x7e]{1,255}$/

/** Here they wait without a connection of the pool each: those who wait for the first would take them all from it. */
const inTurn = limitConcurrency({ atOnce: 1 })

/**
 * Does something once, however often it is asked for with the same key, also at the same time and over all processes: the
 * first answer is everybody's. It is kept in the transaction that does the work, so that a crash leaves both or neither.
 * What was refused is not kept: it may be asked for again. A key belongs to one person and one endpoint, for a day.
 */
export async function withIdempotencyKey<T>(asked: IdempotentRequest, verb: () => Promise<T>): Promise<T> {
  const { endpoint, viewer, key, parts } = asked
  if (!endpoint.idempotent || key === undefined || viewer.kind === 'anonymous') return verb()
  if (!keyForm.test(key)) throw new ApiError('key_malformed')
  const row = { user_id: viewer.id, endpoint: `${endpoint.method} ${endpoint.path}`, key }
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return inTurn(Object.values(row).join(' '), () =>
    inAmbientTransaction((tx) => replayOrRun(tx, row, hash, verb)),
  )
}

type Row = { user_id: string; endpoint: string; key: string }

async function replayOrRun<T>(tx: Tx, row: Row, asked: string, verb: () => Promise<T>): Promise<T> {
  const isOld = sql<boolean>`kept_answers.made_at < now() - make_interval(hours => ${idempotencyKeyHours})`
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
    // Swept in this very moment: as good as unknown.
    if (!kept) throw new ApiError('conflict')
    if (kept.asked !== asked) throw new ApiError('key_reused')
    return kept.answer as T
  }
  const answer = await verb()
  await tx
    .updateTable('kept_answers')
    .set({ answer: JSON.stringify(answer) })
    .where(at())
    .execute()
  return answer
}

/** Forgets what was answered more than a day ago. */
export async function deleteExpiredIdempotencyKeys(): Promise<void> {
  await db
    .deleteFrom('kept_answers')
    .where('made_at', '<', sql<Date>`now() - make_interval(hours => ${idempotencyKeyHours})`)
    .execute()
}

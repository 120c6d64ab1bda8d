import type { ResponseOf } from '#contract/endpoint.ts'
import type { createStreamKey, getStreamKey } from '#contract/broadcasts/stream-keys.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { lockOwnAccountRow } from '#server/auth/account-row-locks.ts'
import { createRandomToken, hashToken } from '#server/auth/random-token.ts'
import { config } from '#server/platform/config.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { log } from '#server/platform/log.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { assertAccountOldEnough, assertMayBroadcast } from '../broadcast-permission.ts'
import { streamKeyCreatedEmail } from './stream-key-emails.ts'

export async function loadOwnStreamKey({ id }: Member): Promise<ResponseOf<typeof getStreamKey>> {
  const row = await db
    .selectFrom('stream_keys')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return { stream_key: row ? presentStreamKey(row) : null, server_url: getServerUrl() }
}

/**
 * Creates the member's stream key, and revokes the previous one. An encoder that uses the previous key is
 * disconnected (watch-encoder.ts).
 */
export async function createOwnStreamKey(viewer: Member): Promise<ResponseOf<typeof createStreamKey>> {
  assertMayBroadcast(viewer)
  enforceRateLimit('streamKeys', viewer.id)
  const key = createRandomToken()
  const row = await transaction(async (tx) => {
    // Because of the lock, concurrent requests run one after another, and only the newest key is valid.
    await lockOwnAccountRow(tx, viewer)
    await assertAccountOldEnough(tx, viewer.id)
    await revokeStreamKey(tx, viewer.id)
    const inserted = await tx
      .insertInto('stream_keys')
      .values({ user_id: viewer.id, key_hash: hashToken(key) })
      .returning(['created_at', 'last_used_at'])
      .executeTakeFirstOrThrow()
    await enqueueAccountEmail(tx, viewer.email, streamKeyCreatedEmail)
    return inserted
  })
  log.info('stream key created', { userId: viewer.id })
  return { ...presentStreamKey(row), key, server_url: getServerUrl() }
}

export async function deleteOwnStreamKey(viewer: Member): Promise<undefined> {
  const isDeleted = await transaction(async (tx) => {
    await lockOwnAccountRow(tx, viewer)
    return revokeStreamKey(tx, viewer.id)
  })
  if (isDeleted) log.info('stream key deleted', { userId: viewer.id })
}

async function revokeStreamKey(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stream_keys')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function presentStreamKey({ created_at, last_used_at }: { created_at: Date; last_used_at: Date | null }) {
  return { created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null }
}

const getServerUrl = () => config.rtmp?.publicUrl ?? null

import { sql } from 'kysely'
import {
  broadcastLimits,
  mayBroadcastAtAge,
  minDelaySecondsAtAge,
} from '#contract/broadcasts/broadcast-limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'

/** Throws if the person is too young to broadcast or has not confirmed their email address. */
export function assertMayBroadcast(viewer: Member): void {
  if (!mayBroadcastAtAge(viewer.band, config.safetyPreset))
    throw new ApiError('broadcast_age', { age: broadcastLimits.minAge[config.safetyPreset] })
  if (!viewer.emailVerified) throw new ApiError('broadcast_email_unconfirmed')
}

/** Throws if the person is too young for such a short delay. */
export function assertDelayAllowed(viewer: Member, delaySeconds: number): void {
  if (delaySeconds < minDelaySecondsAtAge(viewer.band)) throw new ApiError('broadcast_delay')
}

/** Throws `broadcast_account_new` if the person joined less than a day ago. */
export async function assertAccountOldEnough(tx: Db | Tx, userId: string): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(sql<boolean>`created_at <= now() - make_interval(hours => ${broadcastLimits.minAccountAgeHours})`)
    .executeTakeFirst()
  if (!row) throw new ApiError('broadcast_account_new')
}

import type { Selectable } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listPasskeys, Passkey } from '#contract/auth/passkeys.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import type { PasskeysTable } from '#server/platform/db/tables/auth.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { hasPassword, type ReauthenticationProof, requireReauthentication } from '../reauthentication.ts'
import { lockOwnAccountRow } from '../account-row-locks.ts'
import { assertStaffKeepSecondFactor } from '../two-factor/staff-second-factor.ts'
import { hasOtherSignInMethod, loadSignInMethods } from '../oauth/sign-in-methods.ts'
import { passkeyRemovedEmail } from './passkey-emails.ts'

export async function listOwnPasskeys({ id }: Member): Promise<ResponseOf<typeof listPasskeys>> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
  return { items: rows.map(toPasskey), has_password: await hasPassword(id) }
}

export function toPasskey({ id, name, created_at, used_at }: Selectable<PasskeysTable>): Passkey {
  return { id, name, created_at: created_at.toISOString(), used_at: used_at?.toISOString() ?? null }
}

/**
 * Renames one of the viewer's passkeys. If the passkey belongs to someone else, the response is the same as
 * for an unknown passkey.
 */
export async function renameOwnPasskey(viewer: Member, id: string, name: string): Promise<Passkey> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return toPasskey(row)
}

/**
 * Removes one of the viewer's passkeys. If the passkey belongs to someone else, the response is the same as
 * for an unknown passkey.
 */
export async function removeOwnPasskey(
  viewer: Member,
  id: string,
  proof: ReauthenticationProof,
): Promise<undefined> {
  await requireReauthentication(viewer, proof)
  await transaction(async (tx) => {
    await lockOwnAccountRow(tx, viewer)
    const methods = await loadSignInMethods(tx, viewer.id)
    if (methods.passkeyIds.includes(id) && !hasOtherSignInMethod(methods, { passkey: id }))
      throw new ApiError('last_sign_in_method')
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', viewer.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) return
    await assertStaffKeepSecondFactor(tx, viewer.id)
    await enqueueAccountEmail(tx, viewer.email, (to) => passkeyRemovedEmail(to, removed.name))
    log.info('passkey removed', { userId: viewer.id })
  })
}

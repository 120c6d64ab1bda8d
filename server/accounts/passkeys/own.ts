import type { Selectable } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listPasskeys, Passkey } from '#contract/passkeys.ts'
import { Refusal } from '#contract/refusals.ts'
import { db, transaction } from '../../platform/db/db.ts'
import type { Passkeys } from '../../platform/db/tables/people.ts'
import type { Member } from '../../platform/http/viewer.ts'
import { log } from '../../platform/log.ts'
import { post } from '../../platform/mail.ts'
import { hasPassword, type Proof, proveOneself } from '../proof.ts'
import { lockToChangeOwn } from '../ways-in.ts'
import { removedLetter } from './letters.ts'

export async function passkeysOf({ id }: Member): Promise<AnswerOf<typeof listPasskeys>> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
  return { items: rows.map(shown), has_password: await hasPassword(id) }
}

export function shown({ id, name, created_at, used_at }: Selectable<Passkeys>): Passkey {
  return { id, name, created_at: created_at.toISOString(), used_at: used_at?.toISOString() ?? null }
}

/** Somebody else's is not there. */
export async function rename(viewer: Member, id: string, name: string): Promise<Passkey> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return shown(row)
}

/** Somebody else's is not there to be removed. */
export async function remove(viewer: Member, id: string, proof: Proof): Promise<undefined> {
  await proveOneself(viewer, proof)
  await transaction(async (tx) => {
    await lockToChangeOwn(tx, viewer)
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', viewer.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) return
    await post(tx, removedLetter(viewer.email, removed.name))
    log.info('passkey removed', { userId: viewer.id })
  })
}

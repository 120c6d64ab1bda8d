import type { AnswerOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import type { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '#contract/second-factor.ts'
import { config } from '../../platform/config.ts'
import { db, transaction, type Tx } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/viewer.ts'
import { log } from '../../platform/log.ts'
import { post } from '../../platform/mail.ts'
import { guarded } from '../guesses.ts'
import { hasPassword, type Proof, proveOneself } from '../proof.ts'
import { lockToChangeOwn } from '../ways-in.ts'
import { asksForCode, sealed, spendAppCode } from './check.ts'
import { newCodesLetter, secondOffLetter, secondOnLetter } from './letters.ts'
import { makeCodes } from './recovery.ts'
import { forApp, newSecret } from './totp.ts'

export async function secondFactorOf(viewer: Member): Promise<AnswerOf<typeof getSecondFactor>> {
  const row = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', viewer.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    on_since: row?.confirmed_at?.toISOString() ?? null,
    recovery_left: Number(left),
    has_password: await hasPassword(viewer.id),
    advised: viewer.role !== 'user',
  }
}

/** A secret for the app. Until a code confirms it nothing is asked for; begun anew it is another one. */
export async function begin(viewer: Member, proof: Proof): Promise<AnswerOf<typeof beginSecondFactor>> {
  await proveOneself(viewer, proof)
  const secret = newSecret()
  const made = { secret: await sealed(secret), last_step: 0, created_at: new Date() }
  const begun = await transaction(async (tx) => {
    await lockToChangeOwn(tx, viewer)
    return tx
      .insertInto('second_factors')
      .values({ user_id: viewer.id, ...made })
      .onConflict((row) =>
        row.column('user_id').doUpdateSet(made).where('second_factors.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
  })
  if (!begun) throw new Refusal('second_on')
  return forApp(secret, config.siteName, viewer.username)
}

/** The first code shows that the app has it. From now on it is asked for; what was signed in without it ends elsewhere. */
export function confirm(viewer: Member, code: string): Promise<AnswerOf<typeof confirmSecondFactor>> {
  return guarded([['code', viewer.id]], ['code_wrong'], () =>
    transaction(async (tx) => {
      await lockToChangeOwn(tx, viewer)
      if (await asksForCode(tx, viewer.id)) throw new Refusal('second_on')
      if (!(await spendAppCode(tx, viewer.id, code))) throw new Refusal('code_wrong')
      await tx
        .updateTable('second_factors')
        .set({ confirmed_at: new Date() })
        .where('user_id', '=', viewer.id)
        .execute()
      await endOthers(tx, viewer)
      await post(tx, secondOnLetter(viewer.email))
      log.info('second factor on', { userId: viewer.id })
      return { recovery_codes: await makeCodes(tx, viewer.id) }
    }),
  )
}

async function endOthers(tx: Tx, { id, session }: Member): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', id).where('id', '<>', session.id).execute()
}

/** Off. A browser that somebody left open is not enough: who has a password gives it, however fresh the sign-in. */
export async function end(viewer: Member, proof: Proof): Promise<undefined> {
  await proveOneself(viewer, proof, 'always')
  await transaction(async (tx) => {
    await lockToChangeOwn(tx, viewer)
    if (await remove(tx, viewer.id)) await post(tx, secondOffLetter(viewer.email))
  })
  log.info('second factor off', { userId: viewer.id })
}

/** Takes the second step away, with all that belongs to it. False: there was none. */
export async function remove(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('halfway').where('user_id', '=', userId).execute()
  return numDeletedRows > 0n
}

export async function codesAnew(viewer: Member, proof: Proof): Promise<{ recovery_codes: string[] }> {
  await proveOneself(viewer, proof)
  return transaction(async (tx) => {
    await lockToChangeOwn(tx, viewer)
    if (!(await asksForCode(tx, viewer.id))) throw new Refusal('second_off')
    await post(tx, newCodesLetter(viewer.email))
    return { recovery_codes: await makeCodes(tx, viewer.id) }
  })
}

import type { finishAccount } from '#contract/accounts.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import { bandOf } from '#contract/safety-defaults.ts'
import { db, type Db, transaction, type Tx } from '../platform/db/db.ts'
import { forgetHere, sessionToken } from './cookie.ts'
import { refuseAge } from './declared-age.ts'
import { hashOf } from './opaque.ts'
import { openSession } from './sessions.ts'
import { describe, refusePublicName } from './sign-up.ts'
import { refuseIfTaken, refuseUnfit } from './usernames.ts'
import { lockToEnter } from './ways-in.ts'

/**
 * The user of a session that has no details yet: somebody who came with Google or Apple. For everything else they are
 * nobody, because the viewer needs both halves of a person.
 */
export async function unfinished(headers: Headers, on: Db | Tx = db): Promise<string | null> {
  const token = sessionToken(headers)
  if (!token) return null
  const row = await on
    .selectFrom('sessions')
    .leftJoin('private_details', 'private_details.user_id', 'sessions.user_id')
    .select('sessions.user_id')
    .where('sessions.token_hash', '=', hashOf(token))
    .where('sessions.expires_at', '>', new Date())
    .where('private_details.user_id', 'is', null)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/**
 * Refuses an age as `refuseAge` does. Somebody who came by a provider has an account already, without an age: it is erased at once, for
 * a child's name and address are not ours to keep.
 */
export async function refuseAgeForGood(age: number | null, headers: Headers, answer: Headers): Promise<void> {
  try {
    refuseAge(age, headers, answer)
  } catch (refusal) {
    const userId = await unfinished(headers)
    // Not for a field that was left empty.
    if (userId && age !== null) {
      await db.deleteFrom('users').where('id', '=', userId).execute()
      forgetHere(answer)
    }
    throw refusal
  }
}

/** Adds age, username and terms: they are a member now, by a session made for it. */
export async function finish(
  wanted: ParsedOf<typeof finishAccount>['body'],
  headers: Headers,
  answer: Headers,
): Promise<undefined> {
  const userId = await unfinished(headers)
  if (!userId) throw new Refusal('not_signed_in')
  await refuseAgeForGood(wanted.age, headers, answer)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  refuseUnfit({ ...wanted, email, band: bandOf(wanted.age) })
  refusePublicName(wanted)
  await transaction(async (tx) => {
    await lockToEnter(tx, userId)
    // Nor if the session has ended meanwhile.
    if ((await unfinished(headers, tx)) !== userId) throw new Refusal('not_signed_in')
    await describe(tx, userId, wanted)
    await openSession(tx, { userId, email, remember: true }, headers, answer)
  }).catch(refuseIfTaken)
}

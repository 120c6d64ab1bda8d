import { halfwayLasts } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { db, type Db, transaction, type Tx } from '../../platform/db/db.ts'
import { post } from '../../platform/mail.ts'
import { isSecure } from '../auth.ts'
import { noCookieOf, saidIn, signedCookie } from '../cookie.ts'
import type { Asking } from '../credentials.ts'
import { guarded } from '../guesses.ts'
import { hashOf, opaque } from '../opaque.ts'
import { openSession } from '../sessions.ts'
import { lockToEnter } from '../ways-in.ts'
import { asksForCode, spendAny } from './check.ts'
import { recoveryUsedLetter } from './letters.ts'

export interface Proved {
  userId: string
  email: string
  remember: boolean
}

/**
 * Who has shown one thing (the password, a mailed link, an account elsewhere) gets a session; where a second is on, only a cookie
 * that says who waits at its door. Answers whether they are in. Outside the transaction the caller refuses with `code_needed`; inside,
 * and before this, it has locked the account (ways-in.ts).
 */
export async function admit(tx: Tx, proved: Proved, headers: Headers, answer: Headers): Promise<boolean> {
  if (await asksForCode(tx, proved.userId)) {
    await wait(tx, proved, answer)
    return false
  }
  await openSession(tx, proved, headers, answer)
  return true
}

async function wait(tx: Tx, { userId, remember }: Proved, answer: Headers): Promise<void> {
  const token = opaque()
  const expires_at = new Date(Date.now() + halfwayLasts)
  await tx
    .insertInto('halfway')
    .values({ token_hash: hashOf(token), user_id: userId, remembered: remember, expires_at })
    .execute()
  answer.append('set-cookie', signedCookie(cookieName(), `halfway ${token}`, halfwayLasts / 1000))
}

/** Whether this browser waits for a code. */
export async function isHalfway(headers: Headers): Promise<{ waiting: boolean }> {
  return { waiting: (await whoWaits(db, headers)) !== undefined }
}

/**
 * The second step. A wrong code counts against the account, and after a few against what has been shown before: then the password
 * is asked for again. What was waited with is spent by the first who gets in.
 */
export async function enterByCode(code: string, { headers }: Asking, answer: Headers): Promise<void> {
  const waits = await whoWaits(db, headers)
  if (!waits) throw new Refusal('code_expired')
  await guarded([['code', waits.user_id]], ['code_wrong'], async () => {
    const isRight = await transaction(async (tx) => {
      await lockToEnter(tx, waits.user_id)
      return enter(tx, code, headers, answer)
    })
    if (!isRight) throw new Refusal('code_wrong')
  })
}

/** Wrong: what was counted stays, so nothing is thrown here. */
async function enter(tx: Tx, code: string, headers: Headers, answer: Headers): Promise<boolean> {
  const waits = await whoWaits(tx, headers, true)
  if (!waits) throw new Refusal('code_expired')
  const { token_hash, user_id: userId, email, remembered: remember } = waits
  const how = await spendAny(tx, userId, code)
  if (!how) {
    await tx
      .updateTable('halfway')
      .set((row) => ({ wrong: row('wrong', '+', 1) }))
      .where('token_hash', '=', token_hash)
      .execute()
    return false
  }
  await tx.deleteFrom('halfway').where('user_id', '=', userId).execute()
  await openSession(tx, { userId, email, remember }, headers, answer)
  answer.append('set-cookie', noCookieOf(cookieName()))
  if (how === 'recovery') await post(tx, recoveryUsedLetter(email))
  return true
}

const mostWrong = 5

function whoWaits(on: Db | Tx, headers: Headers, locked = false) {
  const token = saidIn(headers, cookieName())?.replace(/^halfway /, '') ?? ''
  return on
    .selectFrom('halfway')
    .innerJoin('users', 'users.id', 'halfway.user_id')
    .select(['token_hash', 'halfway.user_id', 'remembered', 'users.email'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date())
    .where('wrong', '<', mostWrong)
    .$if(locked, (query) => query.forUpdate('halfway'))
    .executeTakeFirst()
}

function cookieName(): string {
  return isSecure() ? '__Host-halfway' : 'halfway'
}

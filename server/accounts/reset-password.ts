import type { getPasswordReset } from '#contract/accounts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import { db, transaction, type Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { post } from '../platform/mail.ts'
import { enqueue, job, worker } from '../platform/queue.ts'
import { forgetLetters } from './auth.ts'
import { confirmAddress } from './confirm-address.ts'
import { setPassword } from './confirm.ts'
import { countEmail, from, guarded, mayMail } from './guesses.ts'
import { hashPassword } from './hash.ts'
import { resetLetter } from './letters.ts'
import { issueToken, readToken, spendToken } from './mailed-token.ts'
import { refuseWeak } from './passwords.ts'
import { asksForCode } from './second/check.ts'

const linkHours = 1

/** Asks for a link. The address is looked up by the queue: known or not, the answer is the same and takes as long. */
export async function forgotPassword(email: string, address: string): Promise<void> {
  await countEmail(address)
  await transaction((tx) => enqueue(tx, mailReset, { email }))
}

const mailReset = job<{ email: string }>('reset-link')

export const resetWorker = worker(mailReset, async ({ email }) => {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (!user || !(await mayMail(email))) return
  await transaction(async (tx) => {
    const token = await issueToken(tx, 'reset-password', user.id, linkHours)
    await post(tx, resetLetter(email, token))
  })
})

/** What else opens the account, so that the page can ask. An unconfirmed address keeps nothing, so there is nothing to ask. */
export async function readReset(token: string): Promise<AnswerOf<typeof getPasswordReset>> {
  const found = await readToken('reset-password', token)
  if (!found) throw new Refusal('reset_link_invalid')
  if (!found.email_verified) return { passkeys: 0, second_factor: false }
  const { passkeys } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<string>().as('passkeys'))
    .where('user_id', '=', found.user_id)
    .executeTakeFirstOrThrow()
  return { passkeys: Number(passkeys), second_factor: await asksForCode(db, found.user_id) }
}

interface Wanted {
  token: string
  password: string
  keep_passkeys: boolean
}

/** Sets a new password by a mailed token, which works once; every session ends. */
export function resetPassword(wanted: Wanted, address: string): Promise<void> {
  refuseWeak(wanted.password, [])
  return guarded([from(address)], ['reset_link_invalid'], async () => {
    if (!(await readToken('reset-password', wanted.token))) throw new Refusal('reset_link_invalid')
    const hash = await hashPassword(wanted.password)
    await transaction((tx) => reset(tx, wanted, hash))
  })
}

/**
 * Passkeys end unless they are kept: whoever took over the account may have added one. A second factor stays, because a mailbox
 * alone must not get around it; the operator can remove it (`reset-two-factor`).
 */
async function reset(tx: Tx, { token, keep_passkeys }: Wanted, hash: string): Promise<void> {
  const spent = await spendToken(tx, 'reset-password', token)
  if (!spent) throw new Refusal('reset_link_invalid')
  // `spendToken` has locked the account, so nobody signs in meanwhile with what ends here (ways-in.ts).
  const { user_id: userId } = spent
  await confirmAddress(tx, userId, false)
  await setPassword(tx, userId, hash)
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  if (!keep_passkeys) await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await forgetLetters(tx, userId)
  log.info('password reset', { userId })
}

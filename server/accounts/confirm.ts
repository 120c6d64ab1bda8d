import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import type { confirmEmail as declared, getEmailConfirmation } from '#contract/sign-in.ts'
import { db, transaction, type Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { post } from '../platform/mail.ts'
import { job, worker } from '../platform/queue.ts'
import { confirmAddress, isJoiner } from './confirm-address.ts'
import type { Asking } from './credentials.ts'
import { from, guarded, mayMail } from './guesses.ts'
import { hashPassword, verifyPassword } from './hash.ts'
import { confirmLetter } from './letters.ts'
import { issueToken, readToken, spendToken } from './mailed-token.ts'
import { refuseWeak } from './passwords.ts'
import { admit } from './second/halfway.ts'
import { passwordHashOf } from './ways-in.ts'

/** Mails the link that confirms an address. By the queue: joining works while the mail server is down. */
export const confirmEmail = job<{ email: string }>('confirm-email')

const linkHours = 24

export const confirmWorker = worker(confirmEmail, async ({ email }) => {
  const waiting = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  if (!waiting || !(await mayMail(email))) return
  await transaction(async (tx) => {
    const token = await issueToken(tx, 'confirm-email', waiting.id, linkHours)
    await post(tx, confirmLetter(email, token))
  })
})

/** Which address a link confirms. Opening the link asks only this. */
export async function readConfirmation(
  token: string,
  headers: Headers,
): Promise<AnswerOf<typeof getEmailConfirmation>> {
  const found = await readToken('confirm-email', token)
  if (!found) throw new Refusal('confirmation_link_invalid')
  const { user_id: userId, email } = found
  const profile = await db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const asks_password = !(await transaction((tx) => isJoiner(tx, userId, headers)))
  return { email, username: profile?.username ?? null, asks_password }
}

type Wanted = ParsedOf<typeof declared>['body']

/**
 * Confirms the address and signs in. The link proves the mailbox, not that its owner chose the password: that takes the browser
 * that joined, the password itself, or a new one that replaces it.
 */
export function confirmByLink(wanted: Wanted, { address, headers }: Asking, answer: Headers): Promise<void> {
  const wrong = ['confirmation_link_invalid', 'confirmation_password_wrong'] as const
  return guarded([from(address)], [...wrong], async () => {
    const found = await readToken('confirm-email', wanted.token)
    if (!found) throw new Refusal('confirmation_link_invalid')
    if (wanted.new_password !== undefined) refuseWeak(wanted.new_password, [found.email])
    const fresh = wanted.new_password === undefined ? null : await hashPassword(wanted.new_password)
    const knows = fresh === null ? await knowsPassword(found.user_id, wanted.password) : null
    if (!(await transaction((tx) => confirm(tx, { ...wanted, fresh, knows }, headers, answer))))
      throw new Refusal('code_needed')
  })
}

/** The hash that the password is right for; null: none was typed. */
async function knowsPassword(userId: string, password: string | undefined): Promise<string | null> {
  if (password === undefined) return null
  const hash = await passwordHashOf(db, userId)
  if (hash && (await verifyPassword({ hash, password }))) return hash
  throw new Refusal('confirmation_password_wrong')
}

interface Proved {
  token: string
  /** The hash of a new password. */
  fresh: string | null
  /** The hash of the account's password, which they have typed. */
  knows: string | null
}

/** Answers whether they are signed in; else a code is asked for. */
async function confirm(tx: Tx, { token, fresh, knows }: Proved, headers: Headers, answer: Headers) {
  const spent = await spendToken(tx, 'confirm-email', token)
  // A link for an address that was confirmed since is no way to set a password.
  if (!spent || spent.email_verified) throw new Refusal('confirmation_link_invalid')
  const { user_id: userId, email } = spent
  // `spendToken` has locked the account: what it has now, it has until this is done.
  if (knows !== null && (await passwordHashOf(tx, userId)) !== knows)
    throw new Refusal('confirmation_password_wrong')
  const isTheirs = fresh === null && (knows !== null || (await isJoiner(tx, userId, headers)))
  if (fresh === null && !isTheirs) throw new Refusal('confirmation_password_required')
  await confirmAddress(tx, userId, isTheirs)
  if (fresh !== null) await setPassword(tx, userId, fresh)
  log.info('address confirmed', { userId })
  return admit(tx, { userId, email, remember: false }, headers, answer)
}

/** Sets the password of an account, given as its hash. */
export async function setPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx
    .insertInto('sign_in_methods')
    .values({ user_id: userId, provider_id: 'credential', account_id: userId, password: hash })
    .onConflict((row) =>
      row.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: new Date() }),
    )
    .execute()
}

import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSignInLink } from '#contract/sign-in.ts'
import { signInLink } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { db, transaction, type Tx } from '../platform/db/db.ts'
import { post } from '../platform/mail.ts'
import { enqueue, job, worker } from '../platform/queue.ts'
import { placeOf } from '../platform/http/address.ts'
import { crown } from './auth.ts'
import type { Asking } from './credentials.ts'
import { count, from, guarded } from './guesses.ts'
import { signInLetter } from './letters.ts'
import { hashOf, opaque } from './opaque.ts'
import { admit } from './second/halfway.ts'

interface Asked {
  email: string
  next?: string | undefined
}

/** Asks for a link. The address is looked up by the queue: known or not, the answer is the same and takes as long. */
export async function askForLink(asked: Asked, address: string): Promise<void> {
  await count(['asking', placeOf(address)])
  return transaction((tx) => enqueue(tx, mailLink, asked))
}

const mailLink = job<Asked>('sign-in-link')
export const linkWorker = worker(mailLink, sendLink)

async function sendLink({ email, next }: Asked): Promise<void> {
  await transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (!user || (await alive(tx, user.id)) >= signInLink.atOnce) return
    const token = opaque()
    const expires_at = new Date(Date.now() + signInLink.lasts)
    await tx
      .insertInto('sign_in_links')
      .values({ token_hash: hashOf(token), user_id: user.id, expires_at })
      .execute()
    await post(tx, signInLetter(email, token, next))
  })
}

/** Nobody's mailbox is filled by somebody else pressing the button. */
async function alive(tx: Tx, userId: string): Promise<number> {
  const links = await tx
    .selectFrom('sign_in_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .execute()
  return links.length
}

/** Whom a link signs in, without spending it: programs that look through mail open links before people do. */
export async function readLink(token: string): Promise<AnswerOf<typeof getSignInLink>> {
  const row = await db
    .selectFrom('sign_in_links')
    .innerJoin('users', 'users.id', 'sign_in_links.user_id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.email', 'profiles.username'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row) throw new Refusal('sign_in_link_invalid')
  return row
}

/** Signs in by the link, once; with it every other link of the person is spent. It shows that the address is theirs. */
export function spendLink(
  wanted: { token: string; remember: boolean },
  { address, headers }: Asking,
  answer: Headers,
): Promise<{ password_removed: boolean }> {
  return guarded([from(address)], ['sign_in_link_invalid'], async () => {
    const { isIn, password_removed } = await spend(wanted, headers, answer)
    if (!isIn) throw new Refusal('code_needed')
    return { password_removed }
  })
}

function spend({ token, remember }: { token: string; remember: boolean }, headers: Headers, answer: Headers) {
  return transaction(async (tx) => {
    const spent = await tx
      .deleteFrom('sign_in_links')
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', new Date())
      .returning('user_id')
      .executeTakeFirst()
    if (!spent) throw new Refusal('sign_in_link_invalid')
    const userId = spent.user_id
    await tx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
    const password_removed = await prove(tx, userId)
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const isIn = await admit(tx, { userId, email, remember }, headers, answer)
    return { isIn, password_removed }
  })
}

/**
 * The address is shown to be theirs. Where signing in waits for that, a password set before was set by somebody who had not
 * shown it: it may be a stranger who joined with this address to be let in later. It ends here, as do their sessions
 * and passkeys.
 */
async function prove(tx: Tx, userId: string): Promise<boolean> {
  const proved = await tx
    .updateTable('users')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .returning('email')
    .executeTakeFirst()
  if (!proved) return false
  await crown(proved.email, tx)
  if (!config.smtpUrl) return false
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_methods')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

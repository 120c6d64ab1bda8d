import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSignInLink } from '#contract/sign-in.ts'
import { signInLink } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { db, transaction, type Tx } from '../platform/db/db.ts'
import { post } from '../platform/mail.ts'
import { enqueue, job, worker } from '../platform/queue.ts'
import { confirmAddress, isJoiner } from './confirm-address.ts'
import type { Asking } from './credentials.ts'
import { countEmail, from, guarded, mayMail } from './guesses.ts'
import { signInLetter } from './letters.ts'
import { hashOf, opaque } from './opaque.ts'
import { admit } from './second/halfway.ts'
import { lockToChange } from './ways-in.ts'

interface Asked {
  email: string
  next?: string | undefined
}

/** Asks for a link. The address is looked up by the queue: known or not, the answer is the same and takes as long. */
export async function askForLink(asked: Asked, address: string): Promise<void> {
  await countEmail(address)
  return transaction((tx) => enqueue(tx, mailLink, asked))
}

const mailLink = job<Asked>('sign-in-link')
export const linkWorker = worker(mailLink, sendLink)

async function sendLink({ email, next }: Asked): Promise<void> {
  if (!(await isKnown(email)) || !(await mayMail(email))) return
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

async function isKnown(email: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user !== undefined
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
    const link = await tx
      .selectFrom('sign_in_links')
      .select('user_id')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst()
    // It confirms the address as well.
    if (link) await lockToChange(tx, link.user_id)
    const spent = await tx
      .deleteFrom('sign_in_links')
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', new Date())
      .returning('user_id')
      .executeTakeFirst()
    if (!spent) throw new Refusal('sign_in_link_invalid')
    const userId = spent.user_id
    await tx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
    const { password_removed } = await confirmAddress(tx, userId, await isJoiner(tx, userId, headers))
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const isIn = await admit(tx, { userId, email, remember }, headers, answer)
    return { isIn, password_removed }
  })
}

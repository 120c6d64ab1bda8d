import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSignInLink } from '#contract/auth/sign-in.ts'
import { signInLinkLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { enqueue, defineJob, defineWorker } from '#server/platform/queue/queue.ts'
import { markEmailConfirmed, isSameBrowserAsSignUp } from './sign-up/mark-email-confirmed.ts'
import type { ClientInfo } from './client-info.ts'
import { getIpAttemptCounter, withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { enforceEmailRequestLimit, consumeEmailQuota } from '#server/rate-limits/email-rate-limits.ts'
import { signInLinkEmail } from './auth-emails.ts'
import { hashToken, createRandomToken } from './random-token.ts'
import { completeFirstFactor } from './two-factor/pending-sign-in.ts'
import { lockAccountRowForCredentialChange } from './account-row-locks.ts'

interface SignInLinkRequest {
  email: string
  next?: string | undefined
}

/**
 * Requests a sign-in link. A background job looks up the email address, so that the response and its timing
 * do not reveal whether the address has an account.
 */
export async function enqueueSignInLink(asked: SignInLinkRequest, address: string): Promise<void> {
  await enforceEmailRequestLimit(address)
  return transaction((tx) => enqueue(tx, signInLinkJob, asked))
}

const signInLinkJob = defineJob<SignInLinkRequest>('sign-in-link')
export const signInLinkWorker = defineWorker(signInLinkJob, sendSignInLink)

async function sendSignInLink({ email, next }: SignInLinkRequest): Promise<void> {
  if (!(await hasAccount(email)) || !(await consumeEmailQuota(email))) return
  await transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (!user || (await countValidLinks(tx, user.id)) >= signInLinkLimits.maxActive) return
    const token = createRandomToken()
    const expires_at = new Date(Date.now() + signInLinkLimits.lifetimeMs)
    await tx
      .insertInto('sign_in_links')
      .values({ token_hash: hashToken(token), user_id: user.id, expires_at })
      .execute()
    await enqueueAccountEmail(tx, email, (to) => signInLinkEmail(to, token, next))
  })
}

async function hasAccount(email: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user !== undefined
}

/**
 * Counts an account's valid sign-in links. Their number is limited, so that nobody can flood another person's
 * mailbox.
 */
async function countValidLinks(tx: Tx, userId: string): Promise<number> {
  const links = await tx
    .selectFrom('sign_in_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .execute()
  return links.length
}

/**
 * Returns the account that a sign-in link belongs to, without redeeming the link, because mail scanners open
 * links before people do.
 */
export async function loadSignInLink(token: string): Promise<ResponseOf<typeof getSignInLink>> {
  const row = await db
    .selectFrom('sign_in_links')
    .innerJoin('users', 'users.id', 'sign_in_links.user_id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.email', 'profiles.username'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row) throw new ApiError('sign_in_link_invalid')
  return row
}

/**
 * Signs in with an emailed link, which works once, and revokes the person's other links. Redeeming the link
 * proves that the person can read email that is sent to the account's address.
 */
export function redeemSignInLink(
  wanted: { token: string; remember: boolean },
  { address, headers }: ClientInfo,
  responseHeaders: Headers,
): Promise<{ password_removed: boolean }> {
  return withLoginThrottle([getIpAttemptCounter(address)], ['sign_in_link_invalid'], async () => {
    const { isIn, password_removed } = await redeemInTransaction(wanted, headers, responseHeaders)
    if (!isIn) throw new ApiError('code_needed')
    return { password_removed }
  })
}

function redeemInTransaction(
  { token, remember }: { token: string; remember: boolean },
  headers: Headers,
  responseHeaders: Headers,
) {
  return transaction(async (tx) => {
    const link = await tx
      .selectFrom('sign_in_links')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst()
    // Redeeming a link also confirms the address. Confirming the address can remove sign-in methods, so
    // `lockAccountRowForSignIn` is not enough here.
    if (link) await lockAccountRowForCredentialChange(tx, link.user_id)
    const spent = await tx
      .deleteFrom('sign_in_links')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date())
      .returning('user_id')
      .executeTakeFirst()
    if (!spent) throw new ApiError('sign_in_link_invalid')
    const userId = spent.user_id
    await tx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
    const { password_removed } = await markEmailConfirmed(
      tx,
      userId,
      await isSameBrowserAsSignUp(tx, userId, headers),
    )
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const isIn = await completeFirstFactor(tx, { userId, email, remember }, headers, responseHeaders)
    return { isIn, password_removed }
  })
}

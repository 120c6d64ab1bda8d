import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { confirmEmail as declared, getEmailConfirmation } from '#contract/auth/sign-in.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { defineJob, defineWorker } from '#server/platform/queue/queue.ts'
import { markEmailConfirmed, isSameBrowserAsSignUp } from './mark-email-confirmed.ts'
import type { ClientInfo } from '../client-info.ts'
import { getIpAttemptCounter, withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { consumeEmailQuota } from '#server/rate-limits/email-rate-limits.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts'
import { emailConfirmationEmail } from '../auth-emails.ts'
import { issueEmailToken, findEmailToken, redeemEmailToken } from '../email-tokens.ts'
import { assertStrongPassword } from '../passwords/password-strength.ts'
import { completeFirstFactor } from '../two-factor/pending-sign-in.ts'
import { loadPasswordHash, setPasswordHash } from '../passwords/stored-password-hash.ts'

/**
 * Sends the confirmation link. A background job sends the confirmation email, so that people can join while
 * the mail server is down.
 */
export const emailConfirmationJob = defineJob<{ email: string }>('confirm-email')

const confirmationLinkHours = 24

export const emailConfirmationWorker = defineWorker(emailConfirmationJob, async ({ email }) => {
  const waiting = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  if (!waiting || !(await consumeEmailQuota(email))) return
  await transaction(async (tx) => {
    const token = await issueEmailToken(tx, 'confirm-email', waiting.id, confirmationLinkHours)
    await enqueueAccountEmail(tx, email, (to) => emailConfirmationEmail(to, token))
  })
})

/** Returns the email address that a confirmation link confirms. The link is not redeemed. */
export async function loadEmailConfirmation(
  token: string,
  headers: Headers,
): Promise<ResponseOf<typeof getEmailConfirmation>> {
  const found = await findEmailToken('confirm-email', token)
  if (!found) throw new ApiError('confirmation_link_invalid')
  const { user_id: userId, email } = found
  const profile = await db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const asks_password = !(await transaction((tx) => isSameBrowserAsSignUp(tx, userId, headers)))
  return { email, username: profile?.username ?? null, asks_password }
}

type EmailConfirmationInput = ParsedInputOf<typeof declared>['body']

/**
 * Confirms the email address and signs the person in. The link proves that the person has access to the
 * mailbox, but not that the same person chose the password. The password is kept only if the link is opened
 * in the browser that was used to join, or if the person enters the password. If the password is not kept,
 * the person has to set a new one.
 */
export function confirmEmailByLink(
  wanted: EmailConfirmationInput,
  { address, headers }: ClientInfo,
  responseHeaders: Headers,
): Promise<void> {
  const wrong = ['confirmation_link_invalid', 'confirmation_password_wrong'] as const
  return withLoginThrottle([getIpAttemptCounter(address)], [...wrong], async () => {
    const found = await findEmailToken('confirm-email', wanted.token)
    if (!found) throw new ApiError('confirmation_link_invalid')
    if (wanted.new_password !== undefined) await assertStrongPassword(wanted.new_password, [found.email])
    const fresh = wanted.new_password === undefined ? null : await hashPassword(wanted.new_password)
    const knows = fresh === null ? await verifyAccountPassword(found.user_id, wanted.password) : null
    if (
      !(await transaction((tx) =>
        confirmAndSignIn(tx, { ...wanted, fresh, knows }, headers, responseHeaders),
      ))
    )
      throw new ApiError('code_needed')
  })
}

/** Returns the stored hash if the given password matches it, or null if no password was given. */
async function verifyAccountPassword(userId: string, password: string | undefined): Promise<string | null> {
  if (password === undefined) return null
  const hash = await loadPasswordHash(db, userId)
  if (hash && (await verifyPassword({ hash, password }))) return hash
  throw new ApiError('confirmation_password_wrong')
}

interface ConfirmationProof {
  token: string
  /** The hash of the new password, if the person has set one. */
  fresh: string | null
  /** The account's password hash, or null if the person has not entered the password. */
  knows: string | null
}

/** Confirms the email address and signs the person in. Returns false if a two-factor code is required. */
async function confirmAndSignIn(
  tx: Tx,
  { token, fresh, knows }: ConfirmationProof,
  headers: Headers,
  responseHeaders: Headers,
) {
  const spent = await redeemEmailToken(tx, 'confirm-email', token)
  // Once the address has been confirmed, an older confirmation link must not set a password.
  if (!spent || spent.email_verified) throw new ApiError('confirmation_link_invalid')
  const { user_id: userId, email } = spent
  // `redeemEmailToken` has locked the account, so its password cannot change before the transaction ends.
  if (knows !== null && (await loadPasswordHash(tx, userId)) !== knows)
    throw new ApiError('confirmation_password_wrong')
  const isSignUpBrowser = await isSameBrowserAsSignUp(tx, userId, headers)
  const isTheirs = fresh === null && (knows !== null || isSignUpBrowser)
  if (fresh === null && !isTheirs) throw new ApiError('confirmation_password_required')
  await markEmailConfirmed(tx, userId, isTheirs)
  if (fresh !== null) await setPasswordHash(tx, userId, fresh)
  log.info('address confirmed', { userId })
  // People who sign up stay signed in when the browser is closed, even after they have confirmed the address
  // in the same browser.
  return completeFirstFactor(tx, { userId, email, remember: isSignUpBrowser }, headers, responseHeaders)
}

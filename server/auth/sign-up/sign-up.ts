import type { Insertable } from 'kysely'
import { signUp as declared } from '#contract/accounts/accounts.ts'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { ageLimits } from '#contract/limits.ts'
import { termsOfServiceVersion } from '#contract/accounts/terms-of-service.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { getAgeBand } from '#contract/safety/safety-defaults.ts'
import { config } from '#server/platform/config.ts'
import { isUniqueViolation, transaction, type Tx } from '#server/platform/db/db.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import { enqueueAccountEmail, getNewAccountLanguage } from '#server/accounts/account-emails.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { markEmailConfirmed } from './mark-email-confirmed.ts'
import { emailConfirmationJob } from './email-confirmation.ts'
import type { ClientInfo } from '../client-info.ts'
import {
  assertMayRegister,
  type InvitationReference,
  redeemInvitation,
} from '../invitations/redeem-invitation.ts'
import { assertAgeAllowed } from './age-gate.ts'
import {
  consumeAttempts,
  getIpAttemptCounter,
  withLoginThrottle,
} from '#server/rate-limits/login-throttle.ts'
import { consumeEmailQuota } from '#server/rate-limits/email-rate-limits.ts'
import { accountAlreadyExistsEmail } from '../auth-emails.ts'
import { serializeSignUpCookie } from './sign-up-cookie.ts'
import { hasMailboxCookie } from '../dev-mailbox-access.ts'
import { assertStrongPassword } from '../passwords/password-strength.ts'
import { createSession } from '../sessions.ts'
import { isProfilePrivateByDefault } from '#server/accounts/age.ts'
import { isOffensiveUsername } from '#server/text-moderation/username-rules.ts'
import {
  isUsernameUnused,
  throwIfUsernameTaken,
  assertUsernameNotReserved,
  assertUsernameAllowed,
  reserveUsername,
} from '#server/accounts/usernames.ts'
import { hashPassword } from '../passwords/password-hash.ts'

type SignUpInput = ParsedInputOf<typeof declared>['body']
type SignUpResponse = ResponseOf<typeof declared>

/**
 * Creates an account with its private details and profile and enqueues the confirmation email, all in one
 * transaction. If two people request the same username at the same time, a unique index lets only one of them
 * have it. If the site requires no email confirmation, the person is signed in immediately.
 */
export function signUpWithPassword(
  wanted: SignUpInput,
  { address, headers }: ClientInfo,
  responseHeaders: Headers,
): Promise<SignUpResponse> {
  return withLoginThrottle([getIpAttemptCounter(address)], ['email_taken'], () =>
    signUpOnce(wanted, { address, headers }, responseHeaders),
  )
}

async function signUpOnce(
  wanted: SignUpInput,
  { address, headers }: ClientInfo,
  responseHeaders: Headers,
): Promise<SignUpResponse> {
  const invitation = wanted.invitation === undefined ? undefined : { token: wanted.invitation }
  await assertMayRegister(invitation)
  assertAgeAllowed(wanted.age, headers, responseHeaders)
  assertDisplayNameAllowed(wanted)
  await assertStrongPassword(wanted.password, [wanted.username, wanted.email])
  // This check avoids hashing a password if the username is already taken. The unique index prevents
  // duplicates.
  if (!(await isUsernameUnused(wanted.username))) throw new ApiError('username_taken')
  // The username is checked last, because this check can ask the person to confirm the username. Once the
  // person has confirmed it, no other check should fail.
  assertUsernameAllowed({ ...wanted, band: getAgeBand(wanted.age) })
  await consumeAttempts(['signUps', getClientNetworkAddress(address)])
  const password = await hashPassword(wanted.password)
  const signedIn = config.smtpUrl === undefined
  let userId: string
  try {
    userId = await transaction(async (tx) => {
      const id = await createAccount(tx, wanted, password, headers)
      await redeemInvitation(tx, invitation)
      // Create the session in the same transaction as the account. Confirming the address ends all existing
      // sessions, but a session created in a separate transaction could be added just afterwards and would
      // stay valid.
      if (signedIn)
        await createSession(tx, { userId: id, email: wanted.email, remember: true }, headers, responseHeaders)
      return id
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email')) throwIfUsernameTaken(error)
    // If the site requires email confirmation, a stranger must not learn which addresses have an account. The
    // response is therefore the same as for a new account, and the account's owner gets an email.
    if (!config.smtpUrl) throw new ApiError('email_taken')
    await handleExistingEmail(wanted, invitation)
    responseHeaders.append('set-cookie', serializeSignUpCookie(null))
    return { signed_in: false, shown_as: publicNameKind(wanted) }
  }
  responseHeaders.append('set-cookie', serializeSignUpCookie({ userId, hash: password }))
  return { signed_in: signedIn, shown_as: publicNameKind(wanted) }
}

/**
 * Handles an attempt to join with the address of an existing account. The account's owner gets an email. The
 * requested username is reserved and the invitation is used, as they would be for a new account. If the username
 * stayed available, or the invitation could still be used, this would reveal that the address already has an
 * account.
 */
async function handleExistingEmail(
  { email, username }: SignUpInput,
  invitation: InvitationReference | undefined,
): Promise<void> {
  const mails = await consumeEmailQuota(email)
  await transaction(async (tx) => {
    await reserveUsername(tx, username)
    await redeemInvitation(tx, invitation)
    if (mails) await enqueueAccountEmail(tx, email, (to) => accountAlreadyExistsEmail(to))
  })
}

/**
 * Creates the account, its profile and the job that sends the confirmation link. Returns the account's id.
 */
async function createAccount(
  tx: Tx,
  wanted: SignUpInput,
  password: string,
  headers: Headers,
): Promise<string> {
  const user = { email: wanted.email, name: wanted.first_name || accountDisplayName(wanted) }
  const id = await insertAccount(tx, user, password)
  await insertProfileAndPrivateDetails(tx, id, wanted)
  // The admin's address is confirmed immediately, because a browser with the mailbox cookie can read every
  // stored email and could open the confirmation link anyway.
  if (wanted.email === config.adminEmail && hasMailboxCookie(headers)) await markEmailConfirmed(tx, id, true)
  await enqueue(tx, emailConfirmationJob, { email: wanted.email })
  return id
}

/**
 * Creates an account with the given password hash and returns the account's id. The caller must then store
 * the personal details.
 */
export async function insertAccount(
  tx: Tx,
  user: Insertable<Database['users']>,
  password: string,
): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({ ...user, language: getNewAccountLanguage() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('sign_in_methods')
    .values({ user_id: id, provider_id: 'credential', account_id: id, password })
    .execute()
  return id
}

/**
 * Returns the name that emails use for the person, which is the account's `display_name` in the
 * specification. A minor's name is never derived from the email address.
 */
function accountDisplayName({ age, email, username }: SignUpInput): string {
  return age < ageLimits.adult ? username : email.slice(0, email.indexOf('@'))
}

type PersonalDetails = Pick<
  SignUpInput,
  'full_name' | 'first_name' | 'age' | 'username' | 'display_name_mode' | 'marketing'
>

/**
 * Creates a person's private details and public profile. A minor's profile always shows the username instead
 * of the full name.
 */
export async function insertProfileAndPrivateDetails(
  tx: Tx,
  userId: string,
  wanted: PersonalDetails,
): Promise<void> {
  const byName = isShownByFullName(wanted)
  await tx
    .insertInto('private_details')
    .values({
      user_id: userId,
      full_name: wanted.full_name,
      first_name: wanted.first_name || null,
      age: wanted.age,
      terms_version: termsOfServiceVersion.version,
      marketing: wanted.marketing,
    })
    .execute()
  await tx
    .insertInto('profiles')
    .values({
      user_id: userId,
      username: wanted.username,
      display_name: byName ? wanted.full_name : '',
      is_minor: wanted.age < ageLimits.adult,
      display_name_mode: byName ? 'full_name' : 'username',
      is_private: isProfilePrivateByDefault(wanted.age),
    })
    .execute()
  await assertUsernameNotReserved(tx, wanted.username)
}

function isShownByFullName({
  age,
  display_name_mode: mode,
}: Pick<SignUpInput, 'age' | 'display_name_mode'>): boolean {
  return age >= ageLimits.adult && mode === 'full_name'
}

/** Rejects an offensive public name. */
export function assertDisplayNameAllowed(
  wanted: Pick<SignUpInput, 'age' | 'display_name_mode' | 'full_name'>,
): void {
  if (isShownByFullName(wanted) && isOffensiveUsername(wanted.full_name))
    throw new ApiError('full_name_unwanted')
}

function publicNameKind({ age, display_name_mode: mode }: SignUpInput): SignUpResponse['shown_as'] {
  if (age < ageLimits.adult) return 'minor_username'
  return mode === 'full_name' ? 'adult_full_name' : 'adult_username'
}

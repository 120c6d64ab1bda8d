import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { usernameChangeCooldownDays } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { type AgeBand, getDefaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { hasPersonalDetailsInUsername } from '#contract/accounts/personal-details-in-username.ts'
import { config } from '../platform/config.ts'
import { type Db, db, isUniqueViolation, type Tx } from '../platform/db/db.ts'
import {
  hasContactDetailsInUsername,
  impersonatesSite,
  isOffensiveUsername,
} from '#server/text-moderation/username-rules.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import { getSigningSecret } from '#server/platform/signing-secret.ts'
import { consumeAttempts } from '#server/rate-limits/login-throttle.ts'

/**
 * Tells the sign-up form whether the username that the person is typing is available. The rate limit affects
 * only programs that try a list of names, not people who type.
 */
export async function checkUsernameAvailability(
  username: string,
  address: string,
): Promise<{ available: boolean }> {
  await consumeAttempts(['usernames', getClientNetworkAddress(address)])
  return { available: await isUsernameAvailable(username) }
}

/** Returns whether the username is allowed and available. */
async function isUsernameAvailable(username: string): Promise<boolean> {
  return (
    !isOffensiveUsername(username) &&
    !hasContactDetailsInUsername(username) &&
    !impersonatesSite(username) &&
    (await isUsernameUnused(username))
  )
}

/**
 * Returns whether the username is free: neither in use nor still reserved after its owner gave it up. The
 * username can be taken after this check; a unique index prevents duplicates.
 */
export async function isUsernameUnused(username: string): Promise<boolean> {
  const taken = await db
    .selectFrom('profiles')
    .select('id')
    .where(({ fn, eb }) => eb(fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  return !taken && !(await isUsernameReserved(db, username))
}

/**
 * When a member gives up a username, reserves it for 30 days, so that nobody else can take it to impersonate
 * the member.
 */
export async function reserveUsername(tx: Tx, username: string): Promise<void> {
  const reserved_until = sql<Date>`now() + make_interval(days => ${usernameChangeCooldownDays})`
  await tx
    .insertInto('reserved_usernames')
    .values({ username_hash: hashUsername(username), reserved_until })
    .onConflict((row) => row.column('username_hash').doUpdateSet({ reserved_until }))
    .execute()
}

/**
 * Rejects a username that was given up recently. Call this function after writing the username. The unique
 * index makes the write wait for concurrent changes to this username, so this function also finds a
 * reservation made by such a change.
 */
export async function assertUsernameNotReserved(tx: Tx, username: string): Promise<void> {
  if (await isUsernameReserved(tx, username)) throw new ApiError('username_taken')
}

export async function isUsernameReserved(tx: Db | Tx, username: string): Promise<boolean> {
  const kept = await tx
    .selectFrom('reserved_usernames')
    .select('username_hash')
    .where('username_hash', '=', hashUsername(username))
    .where('reserved_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return kept !== undefined
}

/** Converts the database's duplicate-username error to `username_taken`. */
export function throwIfUsernameTaken(error: unknown): never {
  if (isUniqueViolation(error, 'profiles_username')) throw new ApiError('username_taken')
  throw error
}

/**
 * Hashes a username, so that the reserved name itself is not stored. The hash is keyed with the site's
 * secret, so nobody can use a leaked copy of the table to test whether a name is in it.
 */
function hashUsername(username: string): string {
  return createHmac('sha256', getSigningSecret())
    .update(`username ${username.toLowerCase()}`)
    .digest('base64url')
}

interface UsernameChoice {
  username: string
  full_name: string
  email: string
  band: AgeBand
  /** Whether the person gets a warning if their username identifies them. */
  advise?: boolean | undefined
}

/**
 * Rejects a username that is offensive, contains contact details, impersonates the site, or identifies the
 * person in a way that their age band does not allow.
 */
export function assertUsernameAllowed(request: UsernameChoice): void {
  const { username, email, band, advise } = request
  if (isOffensiveUsername(username)) throw new ApiError('username_unwanted')
  if (hasContactDetailsInUsername(username)) throw new ApiError('username_contact')
  if (impersonatesSite(username) && email !== config.adminEmail) throw new ApiError('username_taken')
  const rule = getDefaultSettingValue('telling_username', band, config.safetyPreset)
  if (rule === 'free' || !hasPersonalDetailsInUsername(username, request)) return
  if (rule === 'refused') throw new ApiError('username_telling')
  if (advise) throw new ApiError('username_advised')
}

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { usernameCooldownDays } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { type AgeBand, defaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { isIdentifyingUsername } from '#contract/accounts/identifying-username.ts'
import { config } from '../platform/config.ts'
import { type Db, db, isUniqueViolation, type Tx } from '../platform/db/db.ts'
import { isContactUsername, isSiteUsername, isOffensiveName } from '#server/text-moderation/username-rules.ts'
import { networkKeyOf } from '#server/platform/http/client-address.ts'
import { getSigningSecret } from '#server/platform/site-secret.ts'
import { countAttempts } from '#server/rate-limits/login-throttle.ts'

/** Answers a form that asks while somebody types; far above that pace it is a program that reads a list. */
export async function checkUsernameAvailability(
  username: string,
  address: string,
): Promise<{ available: boolean }> {
  await countAttempts(['usernames', networkKeyOf(address)])
  return { available: await isUsernameAvailable(username) }
}

/** Whether somebody may have this username now. */
async function isUsernameAvailable(username: string): Promise<boolean> {
  return (
    !isOffensiveName(username) &&
    !isContactUsername(username) &&
    !isSiteUsername(username) &&
    (await isUsernameUnused(username))
  )
}

/** Whether nobody has it in any case, nor dropped it lately. Only a courtesy: the unique index is what decides. */
export async function isUsernameUnused(username: string): Promise<boolean> {
  const taken = await db
    .selectFrom('profiles')
    .select('id')
    .where(({ fn, eb }) => eb(fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  return !taken && !(await isUsernameReserved(db, username))
}

/** Keeps a dropped name from everybody for 30 days, so that nobody steps into somebody's shoes. */
export async function reserveUsername(tx: Tx, username: string): Promise<void> {
  const free_at = sql<Date>`now() + make_interval(days => ${usernameCooldownDays})`
  await tx
    .insertInto('dropped_usernames')
    .values({ handle: hashUsername(username), free_at })
    .onConflict((row) => row.column('handle').doUpdateSet({ free_at }))
    .execute()
}

/**
 * Refuses a name that was dropped not long ago. To be asked after the name was written: the unique index has then
 * waited for whoever is dropping it this moment, and their reservation is seen.
 */
export async function assertUsernameNotReserved(tx: Tx, username: string): Promise<void> {
  if (await isUsernameReserved(tx, username)) throw new ApiError('username_taken')
}

export async function isUsernameReserved(tx: Db | Tx, username: string): Promise<boolean> {
  const kept = await tx
    .selectFrom('dropped_usernames')
    .select('handle')
    .where('handle', '=', hashUsername(username))
    .where('free_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return kept !== undefined
}

/** What the database says when two want the same name. */
export function throwIfUsernameTaken(error: unknown): never {
  if (isUniqueViolation(error, 'profiles_username')) throw new ApiError('username_taken')
  throw error
}

/** The name itself is not kept: with the site's own key nobody else can try names against the table. */
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
  /** They want to be told before they take a name that tells something about them. */
  advise?: boolean | undefined
}

/** Refuses a name that is rude, that is a contact detail, that speaks for the site, or that gives away who somebody is, as their band's row says. */
export function assertUsernameAllowed(wanted: UsernameChoice): void {
  const { username, email, band, advise } = wanted
  if (isOffensiveName(username)) throw new ApiError('username_unwanted')
  if (isContactUsername(username)) throw new ApiError('username_contact')
  if (isSiteUsername(username) && email !== config.adminEmail) throw new ApiError('username_taken')
  const rule = defaultSettingValue('telling_username', band, config.safetyPreset)
  if (rule === 'free' || !isIdentifyingUsername(username, wanted)) return
  if (rule === 'refused') throw new ApiError('username_telling')
  if (advise) throw new ApiError('username_advised')
}

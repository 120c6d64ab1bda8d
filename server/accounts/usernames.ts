import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { usernameCooldownDays } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Band, defaultOf } from '#contract/safety-defaults.ts'
import { tells } from '#contract/telling.ts'
import { config } from '../platform/config.ts'
import { type Db, db, isDuplicate, type Tx } from '../platform/db/db.ts'
import { isContact, isOurs, isUnfit } from '../safety/text/usernames.ts'
import { placeOf } from '../platform/http/address.ts'
import { signingSecret } from './auth.ts'
import { count } from './guesses.ts'

/** Answers a form that asks while somebody types; far above that pace it is a program that reads a list. */
export async function lookUp(username: string, address: string): Promise<{ available: boolean }> {
  await count(['usernames', placeOf(address)])
  return { available: await isFree(username) }
}

/** Whether somebody may have this username now. */
async function isFree(username: string): Promise<boolean> {
  return !isUnfit(username) && !isContact(username) && !isOurs(username) && (await isUntaken(username))
}

/** Whether nobody has it in any case, nor dropped it lately. Only a courtesy: the unique index is what decides. */
export async function isUntaken(username: string): Promise<boolean> {
  const taken = await db
    .selectFrom('profiles')
    .select('id')
    .where(({ fn, eb }) => eb(fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  return !taken && !(await isReserved(db, username))
}

/** Keeps a dropped name from everybody for 30 days, so that nobody steps into somebody's shoes. */
export async function reserve(tx: Tx, username: string): Promise<void> {
  const free_at = sql<Date>`now() + make_interval(days => ${usernameCooldownDays})`
  await tx
    .insertInto('dropped_usernames')
    .values({ handle: handleOf(username), free_at })
    .onConflict((row) => row.column('handle').doUpdateSet({ free_at }))
    .execute()
}

/**
 * Refuses a name that was dropped not long ago. To be asked after the name was written: the unique index has then
 * waited for whoever is dropping it this moment, and their reservation is seen.
 */
export async function refuseReserved(tx: Tx, username: string): Promise<void> {
  if (await isReserved(tx, username)) throw new Refusal('username_taken')
}

export async function isReserved(tx: Db | Tx, username: string): Promise<boolean> {
  const kept = await tx
    .selectFrom('dropped_usernames')
    .select('handle')
    .where('handle', '=', handleOf(username))
    .where('free_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return kept !== undefined
}

/** What the database says when two want the same name. */
export function refuseIfTaken(error: unknown): never {
  if (isDuplicate(error, 'profiles_username')) throw new Refusal('username_taken')
  throw error
}

/** The name itself is not kept: with the site's own key nobody else can try names against the table. */
function handleOf(username: string): string {
  return createHmac('sha256', signingSecret())
    .update(`username ${username.toLowerCase()}`)
    .digest('base64url')
}

interface Naming {
  username: string
  full_name: string
  email: string
  band: Band
  /** They want to be told before they take a name that tells something about them. */
  advise?: boolean | undefined
}

/** Refuses a name that is rude, that is a contact detail, that speaks for the site, or that gives away who somebody is, as their band's row says. */
export function refuseUnfit(wanted: Naming): void {
  const { username, email, band, advise } = wanted
  if (isUnfit(username)) throw new Refusal('username_unwanted')
  if (isContact(username)) throw new Refusal('username_contact')
  if (isOurs(username) && email !== config.adminEmail) throw new Refusal('username_taken')
  const rule = defaultOf('telling_username', band, config.safetyPreset)
  if (rule === 'free' || !tells(username, wanted)) return
  if (rule === 'refused') throw new Refusal('username_telling')
  if (advise) throw new Refusal('username_advised')
}

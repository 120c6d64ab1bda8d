import type { Insertable } from 'kysely'
import { signUp as declared } from '#contract/accounts.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { ages, terms } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { bandOf } from '#contract/safety-defaults.ts'
import { config } from '../platform/config.ts'
import { isDuplicate, transaction, type Tx } from '../platform/db/db.ts'
import type { Database } from '../platform/db/schema.ts'
import { placeOf } from '../platform/http/address.ts'
import { post } from '../platform/mail.ts'
import { enqueue } from '../platform/queue.ts'
import { confirmAddress } from './confirm-address.ts'
import { confirmEmail } from './confirm.ts'
import type { Asking } from './credentials.ts'
import { refuseAge } from './declared-age.ts'
import { count, from, guarded, mayMail } from './guesses.ts'
import { alreadyHereLetter } from './letters.ts'
import { rememberJoining } from './joined-here.ts'
import { hasMailboxKey } from './mailbox-key.ts'
import { refuseWeak } from './passwords.ts'
import { openSession } from './sessions.ts'
import { startsPrivate } from './age.ts'
import { isUnfit } from '../safety/text/usernames.ts'
import { isUntaken, refuseIfTaken, refuseReserved, refuseUnfit, reserve } from './usernames.ts'
import { hashPassword } from './hash.ts'

type Wanted = ParsedOf<typeof declared>['body']
type Joined = AnswerOf<typeof declared>

/**
 * Joins. Account, private details, profile and the confirmation mail come to be in one transaction, or none of
 * them; the database decides who was first to a username. Signed in at once where no confirmation is needed.
 */
export function signUp(wanted: Wanted, { address, headers }: Asking, answer: Headers): Promise<Joined> {
  return guarded([from(address)], ['email_taken'], () => join(wanted, { address, headers }, answer))
}

async function join(wanted: Wanted, { address, headers }: Asking, answer: Headers): Promise<Joined> {
  refuseAge(wanted.age, headers, answer)
  refusePublicName(wanted)
  refuseWeak(wanted.password, [wanted.username, wanted.email])
  // Only spares the work of hashing; the unique index is what decides.
  if (!(await isUntaken(wanted.username))) throw new Refusal('username_taken')
  // Last, because it may only be advice: who keeps the name then has nothing else to mend.
  refuseUnfit({ ...wanted, band: bandOf(wanted.age) })
  await count(['joining', placeOf(address)])
  const password = await hashPassword(wanted.password)
  const signedIn = config.smtpUrl === undefined
  let userId: string
  try {
    userId = await transaction(async (tx) => {
      const id = await create(tx, wanted, password, headers)
      // Together, so that nobody confirms the address in between and has this session left over.
      if (signedIn)
        await openSession(tx, { userId: id, email: wanted.email, remember: true }, headers, answer)
      return id
    })
  } catch (error) {
    if (!isDuplicate(error, 'users_email')) refuseIfTaken(error)
    // With confirmation by mail, a stranger must not learn who has an account: same answer, and a word to the owner.
    if (!config.smtpUrl) throw new Refusal('email_taken')
    await hide(wanted)
    answer.append('set-cookie', rememberJoining(null))
    return { signed_in: false, shown_as: shownAs(wanted) }
  }
  answer.append('set-cookie', rememberJoining({ userId, hash: password }))
  return { signed_in: signedIn, shown_as: shownAs(wanted) }
}

/**
 * Somebody joined with an address that has an account: its owner gets a word, and the username is as taken as it would be had
 * they joined; asking for it afterwards tells nothing.
 */
async function hide({ email, username }: Wanted): Promise<void> {
  const mails = await mayMail(email)
  await transaction(async (tx) => {
    await reserve(tx, username)
    if (mails) await post(tx, alreadyHereLetter(email))
  })
}

/** Returns the id of the account. */
async function create(tx: Tx, wanted: Wanted, password: string, headers: Headers): Promise<string> {
  const user = { email: wanted.email, name: wanted.first_name || callName(wanted) }
  const id = await openAccount(tx, user, password)
  await describe(tx, id, wanted)
  // Whoever may read every email kept here could confirm any address: for them it is the same as confirmed.
  if (wanted.email === config.adminEmail && hasMailboxKey(headers)) await confirmAddress(tx, id, true)
  await enqueue(tx, confirmEmail, { email: wanted.email })
  return id
}

/** An account that a password opens, given as its hash. Whose it is, `describe` says. Returns its id. */
export async function openAccount(
  tx: Tx,
  user: Insertable<Database['users']>,
  password: string,
): Promise<string> {
  const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('sign_in_methods')
    .values({ user_id: id, provider_id: 'credential', account_id: id, password })
    .execute()
  return id
}

/** What we call somebody in letters (the specification's display_name of an account): never a minor by their address. */
function callName({ age, email, username }: Wanted): string {
  return age < ages.adult ? username : email.slice(0, email.indexOf('@'))
}

type Described = Pick<
  Wanted,
  'full_name' | 'first_name' | 'age' | 'username' | 'display_name_mode' | 'marketing'
>

/** The two halves of a person: what only they see, and what everybody may. A minor is always shown by username. */
export async function describe(tx: Tx, userId: string, wanted: Described): Promise<void> {
  const byName = isByName(wanted)
  await tx
    .insertInto('private_details')
    .values({
      user_id: userId,
      full_name: wanted.full_name,
      first_name: wanted.first_name || null,
      age: wanted.age,
      terms_version: terms.version,
      marketing: wanted.marketing,
    })
    .execute()
  await tx
    .insertInto('profiles')
    .values({
      user_id: userId,
      username: wanted.username,
      display_name: byName ? wanted.full_name : '',
      is_minor: wanted.age < ages.adult,
      display_name_mode: byName ? 'full_name' : 'username',
      is_private: startsPrivate(wanted.age),
    })
    .execute()
  await refuseReserved(tx, wanted.username)
}

function isByName({ age, display_name_mode: mode }: Pick<Wanted, 'age' | 'display_name_mode'>): boolean {
  return age >= ages.adult && mode === 'full_name'
}

/** A name that everybody will read is fit to be read. */
export function refusePublicName(wanted: Pick<Wanted, 'age' | 'display_name_mode' | 'full_name'>): void {
  if (isByName(wanted) && isUnfit(wanted.full_name)) throw new Refusal('full_name_unwanted')
}

function shownAs({ age, display_name_mode: mode }: Wanted): Joined['shown_as'] {
  if (age < ages.adult) return 'minor_username'
  return mode === 'full_name' ? 'adult_full_name' : 'adult_username'
}

import { ageLimits } from '#contract/limits.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { effectiveAgeSql, isProfilePrivateByDefault } from './age.ts'
import { generateUsernameFromText, generateUsername, withRandomSuffix } from './generated-usernames.ts'
import {
  hasContactDetailsInUsername,
  impersonatesSite,
  isOffensiveUsername,
} from '#server/text-moderation/username-rules.ts'
import { isUsernameReserved } from './usernames.ts'

/**
 * Creates a new profile for an account whose profile is missing (specification, section 4). An adult's
 * username is derived from their name or email address. A minor's username reveals nothing about the minor.
 * The username is marked as generated, so the owner is asked to choose another one and can change it
 * immediately.
 */
export function createProfileIfMissing(userId: string): Promise<void> {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .innerJoin('private_details', 'private_details.user_id', 'users.id')
      .select(['users.name', 'users.email', effectiveAgeSql.as('age')])
      .where('users.id', '=', userId)
      .forUpdate('users')
      .executeTakeFirst()
    if (!person || (await hasProfile(tx, userId))) return
    for (const username of usernameCandidates(person))
      if (await tryCreateProfile(tx, userId, username, person.age)) return
    throw new Error('no free username found')
  })
}

/**
 * Returns whether the user has a profile. Of two concurrent requests, the second waits for the lock on the
 * user's row and then finds the profile that the first one created.
 */
async function hasProfile(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('profiles').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

function* usernameCandidates({
  name,
  email,
  age,
}: {
  name: string
  email: string
  age: number
}): Iterable<string> {
  if (age >= ageLimits.adult) {
    const own = [
      generateUsernameFromText(name),
      generateUsernameFromText(email.slice(0, email.indexOf('@'))),
    ].filter(
      (one): one is string =>
        one !== null &&
        !isOffensiveUsername(one) &&
        !hasContactDetailsInUsername(one) &&
        !impersonatesSite(one),
    )
    yield* own
    for (let tries = 0; tries < 5; tries += 1) yield* own.map(withRandomSuffix)
  }
  for (let tries = 0; tries < 50; tries += 1) yield generateUsername()
}

async function tryCreateProfile(tx: Tx, userId: string, username: string, age: number): Promise<boolean> {
  if (await isUsernameReserved(tx, username)) return false
  const made = await tx
    .insertInto('profiles')
    .values({
      user_id: userId,
      username,
      is_minor: age < ageLimits.adult,
      is_private: isProfilePrivateByDefault(age),
      has_generated_username: true,
    })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

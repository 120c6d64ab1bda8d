import { ages } from '#contract/limits.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { effectiveAge, startsPrivate } from './age.ts'
import { handleFrom, neutralHandle, numbered } from './handles.ts'
import { isContact, isOurs, isUnfit } from '../safety/text/usernames.ts'
import { isReserved } from './usernames.ts'

/**
 * Gives an account that has lost its public half a new one (specification, section 4; ruling 11). An adult's handle
 * comes from their name or address; a minor's says nothing about them. Either is marked as made up, so that its
 * owner is asked to choose one and may do so at once.
 */
export function makeProfile(userId: string): Promise<void> {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .innerJoin('private_details', 'private_details.user_id', 'users.id')
      .select(['users.name', 'users.email', effectiveAge.as('age')])
      .where('users.id', '=', userId)
      .forUpdate('users')
      .executeTakeFirst()
    if (!person || (await hasProfile(tx, userId))) return
    for (const username of candidates(person)) if (await claim(tx, userId, username, person.age)) return
    throw new Error('no handle was free')
  })
}

/** Two requests at once: the second waits for the lock and finds it done. */
async function hasProfile(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('profiles').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

function* candidates({ name, email, age }: { name: string; email: string; age: number }): Iterable<string> {
  if (age >= ages.adult) {
    const own = [handleFrom(name), handleFrom(email.slice(0, email.indexOf('@')))].filter(
      (one): one is string => one !== null && !isUnfit(one) && !isContact(one) && !isOurs(one),
    )
    yield* own
    for (let tries = 0; tries < 5; tries += 1) yield* own.map(numbered)
  }
  for (let tries = 0; tries < 50; tries += 1) yield neutralHandle()
}

async function claim(tx: Tx, userId: string, username: string, age: number): Promise<boolean> {
  if (await isReserved(tx, username)) return false
  const made = await tx
    .insertInto('profiles')
    .values({
      user_id: userId,
      username,
      is_minor: age < ages.adult,
      is_private: startsPrivate(age),
      username_is_made_up: true,
    })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

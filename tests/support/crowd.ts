import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sessionCookie } from '#server/accounts/auth.ts'
import { cookieOf } from '#server/accounts/cookie.ts'
import { db } from '#server/platform/db/db.ts'
import { type House, Person } from './house.ts'

/** So many members of sixteen who are signed in, `NAME_0` and on, here for a month: without the seconds it takes them to join. */
export async function crowd(house: Pick<House, 'app'>, name: string, count: number): Promise<Person[]> {
  const names = Array.from({ length: count }, (_, n) => `${name}_${n}`)
  const users = await db
    .insertInto('users')
    .values(names.map((one) => ({ email: `${one}@example.com`, email_verified: true })))
    .returning('id')
    .execute()
  const people = users.map(({ id }, n) => Object.assign(new Person(house.app), { id, name: names[n]! }))
  await sql`update users set created_at = now() - interval '30 days'
    where id = any(${users.map(({ id }) => id)})`.execute(db)
  await db
    .insertInto('private_details')
    .values(
      people.map(({ id }) => ({ user_id: id, full_name: 'One of many', age: 16, terms_version: '2.0' })),
    )
    .execute()
  await db
    .insertInto('profiles')
    .values(people.map((one) => ({ user_id: one.id, username: one.name })))
    .execute()
  await letIn(people)
  return people
}

/** Signs people in who have an account. */
export async function letIn(people: Person[]): Promise<void> {
  const tokens = people.map(() => randomBytes(24).toString('hex'))
  const expires_at = new Date(Date.now() + 30 * 24 * 3600_000)
  await db
    .insertInto('sessions')
    .values(people.map(({ id }, n) => ({ user_id: id, token: tokens[n]!, expires_at })))
    .execute()
  for (const [n, person] of people.entries()) {
    const value = /=([^;]*)/.exec(cookieOf({ token: tokens[n]!, remembered: true }))![1]!
    person.cookies.set(sessionCookie(), value)
  }
}

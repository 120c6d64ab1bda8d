import { type Db, db, type Tx } from '../platform/db/db.ts'
import { hashOf, opaque } from './opaque.ts'

/** What the token of a mailed link is for. */
type Purpose = 'confirm-email' | 'reset-password'

interface Mailed {
  user_id: string
  email: string
  email_verified: boolean
}

/** Makes a token for a mailed link. The database keeps only its hash. */
export async function issueToken(tx: Tx, purpose: Purpose, userId: string, hours: number): Promise<string> {
  const token = opaque()
  await tx
    .insertInto('verifications')
    .values({
      identifier: identifierOf(purpose, token),
      value: userId,
      expires_at: new Date(Date.now() + hours * 3600_000),
    })
    .execute()
  return token
}

/** Whose token this is, without spending it: mail scanners open links before people do. */
export async function readToken(purpose: Purpose, token: string, on: Db | Tx = db): Promise<Mailed | null> {
  const row = await on
    .selectFrom('verifications')
    // The value is text, because the account library keeps other things in it as well.
    .innerJoin('users', (join) =>
      join.on((eb) => eb(eb.cast('users.id', 'text'), '=', eb.ref('verifications.value'))),
    )
    .select(['users.id as user_id', 'users.email', 'users.email_verified'])
    .where('identifier', '=', identifierOf(purpose, token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row ?? null
}

/** Spends the token, and with it every other one of the same account. Null: it has expired, or was spent before. */
export async function spendToken(tx: Tx, purpose: Purpose, token: string): Promise<Mailed | null> {
  const found = await readToken(purpose, token, tx)
  if (!found) return null
  // Concurrent requests with one token take turns here, and only the first one finds it. Sign-ins wait as well (ways-in.ts).
  await tx.selectFrom('users').select('id').where('id', '=', found.user_id).forUpdate().execute()
  const spent = await tx
    .deleteFrom('verifications')
    .where('identifier', '=', identifierOf(purpose, token))
    .executeTakeFirst()
  if (spent.numDeletedRows === 0n) return null
  await tx.deleteFrom('verifications').where('value', '=', found.user_id).execute()
  return (await userOf(tx, found.user_id)) ?? null
}

function userOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id as user_id', 'email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** The form in which earlier releases kept reset links, so that those stay valid during an upgrade. */
function identifierOf(purpose: Purpose, token: string): string {
  return hashOf(`${purpose}:${token}`)
}

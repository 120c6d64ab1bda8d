import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { hashToken, createRandomToken } from './random-token.ts'

type EmailTokenPurpose = 'confirm-email' | 'reset-password'

interface EmailTokenAccount {
  user_id: string
  email: string
  email_verified: boolean
}

/** Creates a token for an emailed link. The database stores only the token's hash. */
export async function issueEmailToken(
  tx: Tx,
  purpose: EmailTokenPurpose,
  userId: string,
  hours: number,
): Promise<string> {
  const token = createRandomToken()
  await tx
    .insertInto('verifications')
    .values({
      identifier: emailTokenIdentifier(purpose, token),
      value: userId,
      expires_at: new Date(Date.now() + hours * 3600_000),
    })
    .execute()
  return token
}

/**
 * Returns the account that an emailed token belongs to. The token is not redeemed, because mail scanners open
 * links before people do.
 */
export async function findEmailToken(
  purpose: EmailTokenPurpose,
  token: string,
  on: Db | Tx = db,
): Promise<EmailTokenAccount | null> {
  const row = await on
    .selectFrom('verifications')
    // The user id is cast to text, because the `value` column is text: in the rows of provider sign-ins, the
    // column contains other data (oauth/oauth-state.ts).
    .innerJoin('users', (join) =>
      join.on((eb) => eb(eb.cast('users.id', 'text'), '=', eb.ref('verifications.value'))),
    )
    .select(['users.id as user_id', 'users.email', 'users.email_verified'])
    .where('identifier', '=', emailTokenIdentifier(purpose, token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row ?? null
}

/**
 * Redeems a token and revokes all other emailed tokens of the account. Returns null if the token has expired
 * or was already used.
 */
export async function redeemEmailToken(
  tx: Tx,
  purpose: EmailTokenPurpose,
  token: string,
): Promise<EmailTokenAccount | null> {
  const found = await findEmailToken(purpose, token, tx)
  if (!found) return null
  // Concurrent requests with the same token wait for each other, and only the first request finds the token.
  // Concurrent sign-ins to the same account also wait until the token has been redeemed
  // (account-row-locks.ts).
  await tx.selectFrom('users').select('id').where('id', '=', found.user_id).forUpdate().execute()
  const spent = await tx
    .deleteFrom('verifications')
    .where('identifier', '=', emailTokenIdentifier(purpose, token))
    .executeTakeFirst()
  if (spent.numDeletedRows === 0n) return null
  await tx.deleteFrom('verifications').where('value', '=', found.user_id).execute()
  return (await loadTokenAccount(tx, found.user_id)) ?? null
}

function loadTokenAccount(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id as user_id', 'email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/**
 * Returns the identifier under which the database stores an emailed token. Earlier releases computed the
 * identifiers of reset links in the same way, so reset links remain valid during an upgrade.
 */
function emailTokenIdentifier(purpose: EmailTokenPurpose, token: string): string {
  return hashToken(`${purpose}:${token}`)
}

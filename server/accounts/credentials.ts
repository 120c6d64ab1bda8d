import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { db, transaction } from '../platform/db/db.ts'
import { enqueue } from '../platform/queue.ts'
import { confirmEmail } from './confirm.ts'

/** The user of an e-mail and password. Unknown address and wrong password answer alike, in words and in time. */
export async function checkCredentials({ email, password }: { email: string; password: string }) {
  const user = await db
    .selectFrom('users')
    .innerJoin('sign_in_methods', 'sign_in_methods.user_id', 'users.id')
    .select(['users.id', 'users.email_verified', 'sign_in_methods.password'])
    .where('users.email', '=', email)
    .where('sign_in_methods.provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!user?.password) {
    // As much work as checking one would have been.
    await hashPassword(password)
    throw new Refusal('sign_in_failed')
  }
  if (!(await verifyPassword({ hash: user.password, password }))) throw new Refusal('sign_in_failed')
  if (config.smtpUrl && !user.email_verified) {
    await transaction((tx) => enqueue(tx, confirmEmail, { email }))
    throw new Refusal('email_not_confirmed')
  }
  return { userId: user.id }
}

import { Refusal } from '#contract/refusals.ts'
import { transaction } from '../platform/db/db.ts'
import { type Asking, checkCredentials, type Credentials } from './credentials.ts'
import { admit } from './second/halfway.ts'
import { lockToEnterWith } from './ways-in.ts'

/** Signs in by password and puts the session's cookie into `answer`, or that of who waits for the second step. */
export async function signIn(
  { remember, ...credentials }: Credentials & { remember: boolean },
  asking: Asking,
  answer: Headers,
): Promise<void> {
  const known = await checkCredentials(credentials, asking, answer)
  const proved = { userId: known.userId, email: credentials.email, remember }
  const isIn = await transaction(async (tx) => {
    await lockToEnterWith(tx, known)
    return admit(tx, proved, asking.headers, answer)
  })
  if (!isIn) throw new Refusal('code_needed')
}

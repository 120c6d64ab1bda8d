import { Refusal } from '#contract/refusals.ts'
import { db } from '../platform/db/db.ts'
import { type Asking, checkCredentials, type Credentials } from './credentials.ts'
import { admit } from './second/halfway.ts'

/** Signs in by password and puts the session's cookie into `answer`, or that of who waits for the second step. */
export async function signIn(
  { remember, ...credentials }: Credentials & { remember: boolean },
  asking: Asking,
  answer: Headers,
): Promise<void> {
  const { userId } = await checkCredentials(credentials, asking, answer)
  const proved = { userId, email: credentials.email, remember }
  if (!(await admit(db, proved, asking.headers, answer))) throw new Refusal('code_needed')
}

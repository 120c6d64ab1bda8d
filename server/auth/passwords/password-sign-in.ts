import { ApiError } from '#contract/errors/api-error.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { ClientInfo } from '../client-info.ts'
import { verifyCredentials, type SignInCredentials } from '../credentials.ts'
import { completeFirstFactor } from '../two-factor/pending-sign-in.ts'
import { lockAccountRowForPasswordSignIn } from '../account-row-locks.ts'

/**
 * Signs in with a password. Sets the session cookie on `responseHeaders`, or the cookie of a pending sign-in
 * if a two-factor code is required.
 */
export async function signInWithPassword(
  { remember, ...credentials }: SignInCredentials & { remember: boolean },
  asking: ClientInfo,
  responseHeaders: Headers,
): Promise<void> {
  const known = await verifyCredentials(credentials, asking, responseHeaders)
  const proved = { userId: known.userId, email: credentials.email, remember }
  const isIn = await transaction(async (tx) => {
    await lockAccountRowForPasswordSignIn(tx, known)
    return completeFirstFactor(tx, proved, asking.headers, responseHeaders)
  })
  if (!isIn) throw new ApiError('code_needed')
}

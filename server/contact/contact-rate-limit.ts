import { ApiError } from '#contract/errors/api-error.ts'
import { countAttempts } from '#server/rate-limits/login-throttle.ts'
import { networkKeyOf } from '#server/platform/http/client-address.ts'

/**
 * Limits messages per email address and per network (an IPv4 address or a /64), far above what a person needs.
 * Messages are counted in the database across all processes. Do not call it inside a transaction, because it
 * takes its own connection. Throws `contact_too_many`.
 */
export async function enforceContactRateLimit(email: string, address: string): Promise<void> {
  await countAttempts(['contactEmail', email], ['contact', networkKeyOf(address)]).catch(
    (thrown: unknown) => {
      throw thrown instanceof ApiError ? new ApiError('contact_too_many') : thrown
    },
  )
}

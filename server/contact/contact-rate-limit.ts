import { ApiError } from '#contract/errors/api-error.ts'
import { consumeAttempts } from '#server/rate-limits/login-throttle.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'

/**
 * Limits contact messages per email address and per network (an IPv4 address or an IPv6 /64). The limits are
 * far higher than normal use requires. Messages are counted in the database across all processes. Do not call
 * this function inside a transaction, because it acquires a separate database connection. Throws
 * `contact_too_many`.
 */
export async function enforceContactRateLimit(email: string, address: string): Promise<void> {
  await consumeAttempts(['contactEmail', email], ['contact', getClientNetworkAddress(address)]).catch(
    (thrown: unknown) => {
      throw thrown instanceof ApiError ? new ApiError('contact_too_many') : thrown
    },
  )
}

import { ApiError } from '#contract/errors/api-error.ts'
import { countAttempts } from '#server/rate-limits/login-throttle.ts'
import { networkKeyOf } from '#server/platform/http/client-address.ts'

/**
 * Limits messages by email and by network (an IPv4 address or a /64), far above a person's pace. Counted in the database, over all processes.
 * Not inside a transaction: counting takes a connection of its own.
 */
export async function enforceContactRateLimit(email: string, address: string): Promise<void> {
  await countAttempts(['contactEmail', email], ['contact', networkKeyOf(address)]).catch(
    (thrown: unknown) => {
      throw thrown instanceof ApiError ? new ApiError('contact_too_many') : thrown
    },
  )
}

import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'

/** Returns whether the API rejected the token of an emailed link as expired (`expiredCode`) or malformed. */
export function isInvalidEmailLinkError(thrown: unknown, expiredCode: ApiErrorCode): boolean {
  return thrown instanceof ApiCallError && [expiredCode, 'invalid_input'].includes(thrown.code)
}

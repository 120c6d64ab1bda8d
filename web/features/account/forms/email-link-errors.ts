import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'

/** Whether the token of an emailed link was refused, either as used up (the code `expiredCode`) or as malformed. */
export function isInvalidEmailLinkError(thrown: unknown, expiredCode: ApiErrorCode): boolean {
  return thrown instanceof ApiCallError && [expiredCode, 'invalid_input'].includes(thrown.code)
}

import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'

/** Was the token of a mailed link refused: with the code for spent ones, or because it cannot be a token at all? */
export function isInvalidEmailLinkError(thrown: unknown, spent: ApiErrorCode): boolean {
  return thrown instanceof ApiCallError && [spent, 'invalid_input'].includes(thrown.code)
}

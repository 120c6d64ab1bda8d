import type { ApiError, ApiErrorCode } from '#contract/errors/api-error.ts'
import { log } from '../log.ts'

interface Asked {
  requestId: string
  method: string
  userId: string | undefined
}

/** Not signed in, not allowed, too large, too often. */
const suspiciousStatuses = new Set([401, 403, 413, 429])

/** What our own pages do not bring about: somebody guesses, or tries what a program of ours would not send. */
const suspiciousCodes: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'sign_in_failed',
  'sign_in_link_invalid',
  'reset_link_invalid',
  'password_wrong',
  'invalid_input',
  'malformed_json',
])

/**
 * Writes down what may be an attempt on somebody's account or on the site: by ids and codes, never what was sent. A member who
 * is told that something is not there may be looking for what is not theirs; anybody else may have an old link.
 */
export function logSuspiciousError({ code, status }: ApiError, { requestId, method, userId }: Asked): void {
  if (!suspiciousStatuses.has(status) && !suspiciousCodes.has(code) && !(status === 404 && userId)) return
  log.info('refused', { code, status, method, requestId, userId })
}

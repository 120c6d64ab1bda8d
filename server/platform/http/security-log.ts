import type { ApiError, ApiErrorCode } from '#contract/errors/api-error.ts'
import { log } from '../log.ts'

interface Asked {
  requestId: string
  method: string
  userId: string | undefined
}

/**
 * The HTTP statuses that can indicate an attack: not signed in (401), forbidden (403), too large (413) and
 * too many requests (429).
 */
const suspiciousStatuses = new Set([401, 403, 413, 429])

/** Errors that our own pages do not cause: guessed credentials, or input that our client would not send. */
const suspiciousCodes: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'sign_in_failed',
  'sign_in_link_invalid',
  'reset_link_invalid',
  'password_wrong',
  'invalid_input',
  'malformed_json',
])

/**
 * Logs possible attacks on an account or on the site. The log contains ids and error codes but nothing that
 * the client has entered. The status 404 is logged for members only, because a member could be probing for
 * private content, while an anonymous visitor could just have followed an old link.
 */
export function logSuspiciousRequest({ code, status }: ApiError, { requestId, method, userId }: Asked): void {
  if (!suspiciousStatuses.has(status) && !suspiciousCodes.has(code) && !(status === 404 && userId)) return
  log.info('request rejected', { code, status, method, requestId, userId })
}

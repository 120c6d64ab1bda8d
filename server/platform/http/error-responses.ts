import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { ApiError } from '#contract/errors/api-error.ts'
import { log } from '../log.ts'
import { createCounter } from '../metrics/registry.ts'
import { StorageUnavailableError } from '../storage/storage-errors.ts'

const refusals = createCounter('afterbell_refusals_total', 'API errors sent, by error code', ['code'])

/**
 * Creates an error response. All errors have the same shape:
 * `{"error":{"code","title","detail"},"requestId"}`.
 */
export function createErrorResponse(refused: ApiError, requestId: string, headers?: HeadersInit): Response {
  const { code, title, detail, status } = refused
  refusals.inc({ code })
  const response = Response.json({ error: { code, title, detail }, requestId }, { status, headers })
  response.headers.set('cache-control', 'no-store')
  if (code === 'invalid_token') response.headers.set('www-authenticate', 'Bearer error="invalid_token"')
  if (status === 503 || status === 429)
    response.headers.set('retry-after', String(refused.retryAfter ?? (status === 503 ? 2 : 60)))
  return response
}

/**
 * Converts any thrown value to an error response. An ApiError is converted to the response that it describes.
 * If the database or the storage is unavailable, the status is 503. Every other error is a bug: the error is
 * logged, and the response has status 500.
 */
export function toErrorResponse(thrown: unknown, requestId: string = randomUUID()): Response {
  if (thrown instanceof ApiError) return createErrorResponse(thrown, requestId)
  if (isDatabaseUnavailable(thrown)) {
    const problem = thrown.code === '57014' ? 'database query timed out' : 'database unavailable'
    log.warn(problem, { requestId, error: thrown.message })
    return createErrorResponse(new ApiError('unavailable'), requestId)
  }
  if (thrown instanceof StorageUnavailableError) {
    log.warn('storage unavailable', { requestId, error: thrown.message })
    return createErrorResponse(new ApiError('unavailable'), requestId)
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  log.error('request failed', { requestId, error: error.message, stack: error.stack ?? '' })
  return createErrorResponse(new ApiError('internal'), requestId)
}

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  // Deadlocks and serialization failures are reported as errors only after every retry has failed.
  '40P01',
  '40001',
  // These two errors mean that a statement or an idle transaction exceeded its timeout (`queryTimeouts` in
  // db.ts).
  '57014',
  '25P03',
])

/**
 * Returns whether PostgreSQL is restarting, unreachable or overloaded, so that retrying the request later can
 * succeed.
 */
export function isDatabaseUnavailable(thrown: unknown): thrown is Error & { code?: string } {
  if (!(thrown instanceof Error)) return false
  const code = (thrown as { code?: string }).code
  if (thrown instanceof DatabaseError) return outageCodes.has(code ?? '') || isPoolerError(thrown)
  return (
    (outageCodes.has(code ?? '') &&
      /connect|socket|write|read/.test((thrown as { syscall?: string }).syscall ?? '')) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/.test(
      thrown.message,
    )
  )
}

/**
 * Returns whether the error comes from PgBouncer, which reports an outage of PostgreSQL and an exhausted pool as
 * protocol violations. Unlike an error of PostgreSQL, it does not name a routine.
 */
function isPoolerError({ code, routine }: DatabaseError): boolean {
  return code === '08P01' && routine === undefined
}

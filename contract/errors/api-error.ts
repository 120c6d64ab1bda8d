import { apiErrors } from './error-table.ts'

export type ApiErrorCode = keyof typeof apiErrors

export const apiErrorCodes = Object.keys(apiErrors) as ApiErrorCode[]

/**
 * Returns the status, title, detail and form field of an error code, with the `{name}` placeholders filled
 * in.
 */
export function describeApiError(code: ApiErrorCode, values: Record<string, string | number> = {}) {
  const row: { status: number; title: string; detail: string; field?: string } = apiErrors[code]
  return { ...row, detail: row.detail.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')) }
}

export function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(apiErrors, code)
}

/** Returns the form field that an error code belongs to, if any. */
export function getApiErrorFormField(code: string): string | undefined {
  return isApiErrorCode(code) ? describeApiError(code).field : undefined
}

/**
 * An expected error. Server functions throw an ApiError, and the HTTP layer converts it to the API's error
 * format. An ApiError is not a bug, so it is never logged as one.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly field: string | undefined
  /** The number of seconds to wait before a retry, if known. */
  readonly retryAfter: number | undefined

  constructor(code: ApiErrorCode, values: Record<string, string | number> = {}, retryAfter?: number) {
    const { status, title, detail, field } = describeApiError(code, values)
    super(`${title}: ${detail}`)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.title = title
    this.detail = detail
    this.field = field
    this.retryAfter = retryAfter
  }
}

import { apiErrors } from './error-table.ts'

export type ApiErrorCode = keyof typeof apiErrors

export const apiErrorCodes = Object.keys(apiErrors) as ApiErrorCode[]

/** The status, title, text and form field of a code, with `{names}` filled in. */
export function describeApiError(code: ApiErrorCode, values: Record<string, string | number> = {}) {
  const row: { status: number; title: string; detail: string; field?: string } = apiErrors[code]
  return { ...row, detail: row.detail.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')) }
}

export function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(apiErrors, code)
}

/** The form field a code belongs to, when it belongs to one. */
export function apiErrorField(code: string): string | undefined {
  return isApiErrorCode(code) ? describeApiError(code).field : undefined
}

/** An expected no. Thrown by verbs, turned into the one error shape at the edge, never logged as a bug. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly field: string | undefined
  /** Seconds to wait, where that is known. */
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

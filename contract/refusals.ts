import { refusalTable } from './refusal-table.ts'

export type RefusalCode = keyof typeof refusalTable

export const refusalCodes = Object.keys(refusalTable) as RefusalCode[]

/** The status, title, text and form field of a code, with `{names}` filled in. */
export function refusal(code: RefusalCode, values: Record<string, string | number> = {}) {
  const row: { status: number; title: string; detail: string; field?: string } = refusalTable[code]
  return { ...row, detail: row.detail.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')) }
}

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusalTable, code)
}

/** The form field a code belongs to, when it belongs to one. */
export function fieldOf(code: string): string | undefined {
  return isRefusalCode(code) ? refusal(code).field : undefined
}

/** An expected no. Thrown by verbs, turned into the one error shape at the edge, never logged as a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly field: string | undefined
  /** Seconds to wait, where that is known. */
  readonly retryAfter: number | undefined

  constructor(code: RefusalCode, values: Record<string, string | number> = {}, retryAfter?: number) {
    const { status, title, detail, field } = refusal(code, values)
    super(`${title}: ${detail}`)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.title = title
    this.detail = detail
    this.field = field
    this.retryAfter = retryAfter
  }
}

import { data } from 'react-router'
import type { ZodType } from 'zod'
import { apiErrorField, isApiErrorCode, describeApiError } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { notify } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'

/** The response of a form's action to a refused form. Passwords are never among the values. */
export interface FormFailure {
  refused: { code: string; title: string; detail: string }
  /** Errors by field; empty if the form as a whole was refused. */
  fields: Partial<Record<string, string>>
  values: Record<string, string>
}

/** Turns an API refusal into a form failure; rethrows anything else. */
export function toFormFailure(thrown: unknown, values: Record<string, string>) {
  if (!(thrown instanceof ApiCallError)) throw thrown
  const { code, title, status, retryAfter } = thrown
  const field = apiErrorField(code)
  const detail = retryAfter ? `${thrown.detail} ${formatRetryDelay(retryAfter)}` : thrown.detail
  return data<FormFailure>(
    { refused: { code, title, detail }, fields: field ? { [field]: detail } : {}, values },
    { status },
  )
}

/** True if the password was right and the account requires a second factor. */
export function isTwoFactorRequired(thrown: unknown): boolean {
  return thrown instanceof ApiCallError && thrown.code === 'code_needed'
}

/** True if a sign-in form's response redirects, and not to the two-factor step. */
export function isSignedInRedirect(thrown: unknown): boolean {
  return thrown instanceof Response && !thrown.headers.get('location')?.startsWith(pagePaths.signInCode())
}

export interface FieldIssue {
  field: string
  code: string
  title: string
  detail: string
}

/**
 * Validates with the contract's own schema and returns all errors at once, so that nobody has to
 * fix a form one field at a time.
 */
export function validateForm(
  body: ZodType,
  input: unknown,
  values: Record<string, string>,
  /** An error that only the API can detect, for one field. */
  more: FieldIssue | null = null,
) {
  const parsed = body.safeParse(input)
  const issues = parsed.error?.issues ?? []
  const wrong = issues.flatMap(({ message, path }) =>
    isApiErrorCode(message) ? [{ ...describeApiError(message), field: String(path[0]), code: message }] : [],
  )
  const found = more ? [...wrong.filter(({ field }) => field !== more.field), more] : wrong
  const first = found[0]
  // Issues without a text are left for the API to refuse.
  if (!first) return null
  const fields = Object.fromEntries(found.toReversed().map(({ field, detail }) => [field, detail]))
  const { code, title, detail } = first
  return data<FormFailure>({ refused: { code, title, detail }, fields, values }, { status: 422 })
}

/** Shows the toast for a refused form; pass `title` where the specification uses one title for all causes. */
export function notifyFormFailure(answer: unknown, title?: string) {
  if (isFormFailure(answer)) notify.bad(title ?? answer.refused.title, answer.refused.detail)
}

export function isFormFailure(answer: unknown): answer is FormFailure {
  return typeof answer === 'object' && answer !== null && 'refused' in answer
}

function formatRetryDelay(seconds: number): string {
  return seconds < 90
    ? accountFormMessages.waitSeconds(seconds)
    : accountFormMessages.waitMinutes(Math.ceil(seconds / 60))
}

/**
 * True if the API warned about a text or advised against a username; sending the
 * form again overrides the warning.
 */
export function isOverridableWarning({ refused }: FormFailure): boolean {
  return refused.code.endsWith('_ask') || refused.code === 'username_advised'
}

/** A form field as text; '' if it is missing. */
export function getFormText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The sign-up fields in the API's format. Missing fields are left to the contract's validation. */
export function toSignUpFields(values: Record<string, string>, form: FormData) {
  const { full_name = '', username = '', age, display_name_mode } = values
  return {
    full_name,
    username,
    ...(display_name_mode && { display_name_mode }),
    age: age ? Number(age) : undefined,
    terms: values.terms === 'on',
    marketing: values.marketing === 'on',
    ...(!form.has('anyway') && { advise: true }),
  }
}

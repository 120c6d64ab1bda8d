import { data } from 'react-router'
import type { ZodType } from 'zod'
import { getApiErrorFormField, isApiErrorCode, describeApiError } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'

/**
 * The response of a form action that rejects the form. The response of a form action never contains the
 * entered passwords.
 */
export interface FormFailure {
  refused: { code: string; title: string; detail: string }
  /** The error messages by field name. The object is empty if the error concerns the whole form. */
  fields: Partial<Record<string, string>>
  values: Record<string, string>
}

/** Converts an API error into a form failure. Rethrows any other error. */
export function toFormFailure(thrown: unknown, values: Record<string, string>) {
  if (!(thrown instanceof ApiCallError)) throw thrown
  const { code, title, status, retryAfter } = thrown
  const field = getApiErrorFormField(code)
  const detail = retryAfter ? `${thrown.detail} ${formatRetryDelay(retryAfter)}` : thrown.detail
  return data<FormFailure>(
    { refused: { code, title, detail }, fields: field ? { [field]: detail } : {}, values },
    { status },
  )
}

/** Returns true if the password was correct but the account requires a second factor. */
export function isTwoFactorRequired(thrown: unknown): boolean {
  return thrown instanceof ApiCallError && thrown.code === 'code_needed'
}

/**
 * Returns true if the server answers a sign-in form with a redirect to any page except the two-factor step.
 */
export function isRedirectAfterSignIn(thrown: unknown): boolean {
  return thrown instanceof Response && !thrown.headers.get('location')?.startsWith(pagePaths.twoFactor())
}

export interface FormFieldError {
  field: string
  code: string
  title: string
  detail: string
}

/**
 * Validates a form with the contract's schema. All errors are returned together, so users can fix them in one
 * go.
 */
export function validateForm(
  body: ZodType,
  input: unknown,
  values: Record<string, string>,
  /** An additional error in one field that only the API can detect. */
  extraIssues: FormFieldError | null = null,
) {
  const parsed = body.safeParse(input)
  const issues = parsed.error?.issues ?? []
  const wrong = issues.flatMap(({ message, path }) =>
    isApiErrorCode(message) ? [{ ...describeApiError(message), field: String(path[0]), code: message }] : [],
  )
  const found = extraIssues
    ? [...wrong.filter(({ field }) => field !== extraIssues.field), extraIssues]
    : wrong
  const first = found[0]
  // Validation issues without an error code are not handled here, because the API reports them.
  if (!first) return null
  const fields = Object.fromEntries(found.toReversed().map(({ field, detail }) => [field, detail]))
  const { code, title, detail } = first
  return data<FormFailure>({ refused: { code, title, detail }, fields, values }, { status: 422 })
}

/**
 * Shows a toast for a rejected form. Pass a `title` if the specification requires one fixed toast title for
 * all errors of the form.
 */
export function showFormFailureToast(answer: unknown, title?: string) {
  if (isFormFailure(answer)) showToast.error(title ?? answer.refused.title, answer.refused.detail)
}

export function isFormFailure(answer: unknown): answer is FormFailure {
  return typeof answer === 'object' && answer !== null && 'refused' in answer
}

function formatRetryDelay(seconds: number): string {
  return seconds < 90
    ? accountFormMessages.waitSeconds({ seconds })
    : accountFormMessages.waitMinutes({ minutes: Math.ceil(seconds / 60) })
}

/**
 * Returns true if the API did not reject the entered text or username but only warned about it. The user can
 * override such a warning by submitting the form again.
 */
export function isOverridableWarning({ refused }: FormFailure): boolean {
  return refused.code.endsWith('_ask') || refused.code === 'username_advised'
}

/** Returns the text of a form field, or '' if the field is missing. */
export function getFormFieldValue(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Converts the fields of the sign-up form to the API's format. Missing fields are not checked here, because
 * validation with the contract's schema reports them.
 */
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

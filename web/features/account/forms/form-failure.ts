import { data } from 'react-router'
import type { ZodType } from 'zod'
import { apiErrorField, isApiErrorCode, describeApiError } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { notify } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'

/** What a form's action says when the answer is no. Passwords are never among the values. */
export interface FormFailure {
  refused: { code: string; title: string; detail: string }
  /** What is wrong, by field; a refusal of the whole has none. */
  fields: Partial<Record<string, string>>
  values: Record<string, string>
}

/** Turns the API's refusal into the form's answer; anything else stays a bug. */
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

/** The first step went well, and the account asks for a second. */
export function isTwoFactorRequired(thrown: unknown): boolean {
  return thrown instanceof ApiCallError && thrown.code === 'code_needed'
}

/** A form about signing in answered with a way to go, and not to the second step. */
export function isSignedInRedirect(thrown: unknown): boolean {
  return thrown instanceof Response && !thrown.headers.get('location')?.startsWith(pagePaths.signInCode())
}

export interface FieldIssue {
  field: string
  code: string
  title: string
  detail: string
}

/** All that is wrong at once, by the contract's own rules: nobody should mend a form one field at a time. */
export function validateForm(
  body: ZodType,
  input: unknown,
  values: Record<string, string>,
  /** What the API alone can say, of a field of its own. */
  more: FieldIssue | null = null,
) {
  const parsed = body.safeParse(input)
  const issues = parsed.error?.issues ?? []
  const wrong = issues.flatMap(({ message, path }) =>
    isApiErrorCode(message) ? [{ ...describeApiError(message), field: String(path[0]), code: message }] : [],
  )
  const found = more ? [...wrong.filter(({ field }) => field !== more.field), more] : wrong
  const first = found[0]
  // What has no words of its own is left to the API to refuse.
  if (!first) return null
  const fields = Object.fromEntries(found.toReversed().map(({ field, detail }) => [field, detail]))
  const { code, title, detail } = first
  return data<FormFailure>({ refused: { code, title, detail }, fields, values }, { status: 422 })
}

/** The toast of a refused form; `title` where the specification has one word for all causes. */
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

/** The API asked about a text, or advised against a name: sent again, it is meant. */
export function isOverridableWarning({ refused }: FormFailure): boolean {
  return refused.code.endsWith('_ask') || refused.code === 'username_advised'
}

/** A field of the form as text; '' when it was not sent. */
export function getFormText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** What everybody who joins says of themselves, as the API takes it. What is missing is left to the contract's rules. */
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

import { data } from 'react-router'
import type { ZodType } from 'zod'
import { fieldOf, isRefusalCode, refusal } from '#contract/refusals.ts'
import { CallError } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/account.ts'

/** What a form's action says when the answer is no. Passwords are never among the values. */
export interface Refused {
  refused: { code: string; title: string; detail: string }
  /** What is wrong, by field; a refusal of the whole has none. */
  fields: Partial<Record<string, string>>
  values: Record<string, string>
}

/** Turns the API's refusal into the form's answer; anything else stays a bug. */
export function refusedForm(thrown: unknown, values: Record<string, string>) {
  if (!(thrown instanceof CallError)) throw thrown
  const { code, title, status, retryAfter } = thrown
  const field = fieldOf(code)
  const detail = retryAfter ? `${thrown.detail} ${waitWords(retryAfter)}` : thrown.detail
  return data<Refused>(
    { refused: { code, title, detail }, fields: field ? { [field]: detail } : {}, values },
    { status },
  )
}

/** The first step went well, and the account asks for a second. */
export function needsCode(thrown: unknown): boolean {
  return thrown instanceof CallError && thrown.code === 'code_needed'
}

/** A form about signing in answered with a way to go, and not to the second step. */
export function isIn(thrown: unknown): boolean {
  return thrown instanceof Response && !thrown.headers.get('location')?.startsWith(paths.signInCode())
}

export interface Wrong {
  field: string
  code: string
  title: string
  detail: string
}

/** All that is wrong at once, by the contract's own rules: nobody should mend a form one field at a time. */
export function refusedFields(
  body: ZodType,
  input: unknown,
  values: Record<string, string>,
  /** What the API alone can say, of a field of its own. */
  more: Wrong | null = null,
) {
  const parsed = body.safeParse(input)
  const issues = parsed.error?.issues ?? []
  const wrong = issues.flatMap(({ message, path }) =>
    isRefusalCode(message) ? [{ ...refusal(message), field: String(path[0]), code: message }] : [],
  )
  const found = more ? [...wrong.filter(({ field }) => field !== more.field), more] : wrong
  const first = found[0]
  // What has no words of its own is left to the API to refuse.
  if (!first) return null
  const fields = Object.fromEntries(found.toReversed().map(({ field, detail }) => [field, detail]))
  const { code, title, detail } = first
  return data<Refused>({ refused: { code, title, detail }, fields, values }, { status: 422 })
}

/** The toast of a refused form; `title` where the specification has one word for all causes. */
export function sayRefused(answer: unknown, title?: string) {
  if (isRefused(answer)) notify.bad(title ?? answer.refused.title, answer.refused.detail)
}

export function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'refused' in answer
}

function waitWords(seconds: number): string {
  return seconds < 90 ? words.waitSeconds(seconds) : words.waitMinutes(Math.ceil(seconds / 60))
}

/** The API asked about a text, or advised against a name: sent again, it is meant. */
export function wasAsked({ refused }: Refused): boolean {
  return refused.code.endsWith('_ask') || refused.code === 'username_advised'
}

/** A field of the form as text; '' when it was not sent. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** What everybody who joins says of themselves, as the API takes it. What is missing is left to the contract's rules. */
export function aboutYouIn(values: Record<string, string>, form: FormData) {
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

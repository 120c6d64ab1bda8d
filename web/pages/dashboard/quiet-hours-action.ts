import { getSafetySettings, putSafetySetting } from '#contract/safety/safety-settings.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import type { QuietHoursFormValues } from '#web/features/notifications/quiet-hours-form.tsx'
import { getChangedFields } from '#web/ui/forms/form-changes.ts'

type QuietHoursArgs = Parameters<typeof createApiClientFromContext>[0]

/** Returns null if the user has not set quiet hours. */
export async function loadQuietHours(args: QuietHoursArgs): Promise<QuietHoursFormValues | null> {
  const { settings } = await createApiClientFromContext(args)(getSafetySettings, {})
  const value = settings.find(({ setting }) => setting === 'quiet_hours')?.value
  return isQuietHours(value) ? value : null
}

/**
 * The result of the quiet hours form: the quiet hours were saved, the form contains an error, or the user
 * must confirm that the quiet hours become shorter.
 */
export interface QuietHoursResult {
  done: 'quiet' | null
  confirmation?: { hours: QuietHoursFormValues | null }
  problem?: string
}

export async function saveQuietHours(args: QuietHoursArgs, form: FormData): Promise<QuietHoursResult> {
  const span = { from: String(form.get('from')), to: String(form.get('to')) }
  const hours = form.has('on') ? span : null
  if (form.has('baseline') && isQuietHoursUnchanged(form, span)) return { done: 'quiet' }
  try {
    const body = { value: hours, confirmed: form.get('intent') === 'quiet-yes' }
    await createApiClientFromContext(args)(putSafetySetting, { params: { setting: 'quiet_hours' }, body })
    return { done: 'quiet' }
  } catch (thrown) {
    if (!(thrown instanceof ApiCallError) || thrown.status >= 500 || thrown.status === 401) throw thrown
    if (thrown.code === 'setting_looser') return { done: null, confirmation: { hours } }
    return { done: null, problem: thrown.detail }
  }
}

/**
 * Returns true if the submitted form would change nothing. The two times and the checkbox are one setting,
 * which is saved if any of the three has changed.
 */
function isQuietHoursUnchanged(form: FormData, span: QuietHoursFormValues): boolean {
  return Object.keys(getChangedFields(form, { on: form.has('on'), ...span })).length === 0
}

function isQuietHours(value: unknown): value is QuietHoursFormValues {
  return typeof value === 'object' && value !== null && 'from' in value
}

import { getOwnSafety, putSafety } from '#contract/safety.ts'
import { CallError } from '#web/api/call.ts'
import { apiOf } from '#web/api/context.ts'
import type { Hours } from '#web/features/notifications/quiet-hours.tsx'
import { changedFields } from '#web/ui/form-changes.ts'

type Args = Parameters<typeof apiOf>[0]

/** One's quiet hours as they are now; null for none. */
export async function quietHoursOf(args: Args): Promise<Hours | null> {
  const { settings } = await apiOf(args)(getOwnSafety, {})
  const value = settings.find(({ setting }) => setting === 'quiet_hours')?.value
  return isHours(value) ? value : null
}

/** What the form was answered: done, a question before quiet gets shorter, or what was wrong. */
export interface QuietAnswer {
  done: 'quiet' | null
  asks?: { hours: Hours | null }
  problem?: string
}

export async function setQuietHours(args: Args, form: FormData): Promise<QuietAnswer> {
  const span = { from: String(form.get('from')), to: String(form.get('to')) }
  const hours = form.has('on') ? span : null
  if (form.has('baseline') && isUnchanged(form, span)) return { done: 'quiet' }
  try {
    const body = { value: hours, confirmed: form.get('intent') === 'quiet-yes' }
    await apiOf(args)(putSafety, { params: { setting: 'quiet_hours' }, body })
    return { done: 'quiet' }
  } catch (thrown) {
    if (!(thrown instanceof CallError) || thrown.status >= 500 || thrown.status === 401) throw thrown
    if (thrown.code === 'setting_looser') return { done: null, asks: { hours } }
    return { done: null, problem: thrown.detail }
  }
}

/** Two times and a box are one setting: it is sent when any of the three was changed. */
function isUnchanged(form: FormData, span: Hours): boolean {
  return Object.keys(changedFields(form, { on: form.has('on'), ...span })).length === 0
}

function isHours(value: unknown): value is Hours {
  return typeof value === 'object' && value !== null && 'from' in value
}

import type { InputOf } from '#contract/endpoint.ts'
import type { updateContent } from '#contract/content/own-content.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { getChangedFields } from '#web/ui/forms/form-changes.ts'
import { parseAdBreakTimes } from './ad-break-times.ts'

type ContentUpdate = InputOf<typeof updateContent>['body']

/** Returns the submitted ad fields as text, or an empty object if the form has none. */
export function readAdFormValues(form: FormData): Record<string, string> {
  if (!form.has('vast_tag_url')) return {}
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    vast_tag_url: text('vast_tag_url'),
    ad_breaks: text('ad_breaks'),
    monetization_enabled: form.has('monetization_enabled') ? 'on' : '',
  }
}

/** Converts the submitted ad fields to the API's format. */
export function parseAdSettingsUpdate(form: FormData): ContentUpdate {
  const { vast_tag_url, ad_breaks = '', monetization_enabled } = readAdFormValues(form)
  if (vast_tag_url === undefined) return {}
  const typed = { vast_tag_url, ad_breaks, monetization_enabled: monetization_enabled === 'on' }
  const { ad_breaks: times, ...changed } = getChangedFields(form, typed)
  if (times === undefined) return changed
  const breaks = parseAdBreakTimes(times)
  if (!breaks)
    throw new ApiCallError(422, { code: 'ad_breaks_invalid', ...describeApiError('ad_breaks_invalid') })
  return { ...changed, ad_breaks: breaks }
}

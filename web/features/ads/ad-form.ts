import type { InputOf } from '#contract/endpoint.ts'
import type { updateContent } from '#contract/content.ts'
import { refusal } from '#contract/refusals.ts'
import { CallError } from '#web/api/call.ts'
import { changedFields } from '#web/ui/form-changes.ts'
import { readTimes } from './ad-times.ts'

type Changes = InputOf<typeof updateContent>['body']

/** What was typed into the ad fields; nothing where the form had none. */
export function adValuesIn(form: FormData): Record<string, string> {
  if (!form.has('vast_tag_url')) return {}
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    vast_tag_url: text('vast_tag_url'),
    ad_breaks: text('ad_breaks'),
    monetization_enabled: form.has('monetization_enabled') ? 'on' : '',
  }
}

/** The same, as the API takes it. */
export function adChangesIn(form: FormData): Changes {
  const { vast_tag_url, ad_breaks = '', monetization_enabled } = adValuesIn(form)
  if (vast_tag_url === undefined) return {}
  const typed = { vast_tag_url, ad_breaks, monetization_enabled: monetization_enabled === 'on' }
  const { ad_breaks: times, ...changed } = changedFields(form, typed)
  if (times === undefined) return changed
  const breaks = readTimes(times)
  if (!breaks) throw new CallError(422, { code: 'ad_breaks_invalid', ...refusal('ad_breaks_invalid') })
  return { ...changed, ad_breaks: breaks }
}

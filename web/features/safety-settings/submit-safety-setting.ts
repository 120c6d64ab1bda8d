import type { SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import { putSafetySetting, type SafetySettingValue } from '#contract/safety/safety-settings.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClient } from '#web/api/request-services.ts'

/** The result of a change: saved, in need of confirmation because it is less strict, or rejected. */
export type SafetySettingResult =
  | { setting: SafetySettingKey; outcome: 'saved' }
  | { setting: SafetySettingKey; outcome: 'asks'; value: SafetySettingValue }
  | { setting: SafetySettingKey; outcome: 'refused'; detail: string }

/**
 * Submits a safety settings form. Safety settings work without JavaScript because each button is a separate
 * form.
 */
export async function submitSafetySetting(
  args: Parameters<typeof createApiClient>[0],
  form: FormData,
): Promise<SafetySettingResult> {
  const setting = String(form.get('setting')) as SafetySettingKey
  const value = parseSettingValue(String(form.get('value')))
  try {
    await createApiClient(args)(putSafetySetting, {
      params: { setting },
      body: { value, confirmed: form.has('confirmed') },
    })
    return { setting, outcome: 'saved' }
  } catch (thrown) {
    if (!(thrown instanceof ApiCallError)) throw thrown
    if (thrown.code === 'setting_looser') return { setting, outcome: 'asks', value }
    return { setting, outcome: 'refused', detail: thrown.detail }
  }
}

/** Parses the submitted value. Invalid JSON is never a valid value, so the API rejects it. */
function parseSettingValue(text: string): SafetySettingValue {
  try {
    return JSON.parse(text) as SafetySettingValue
  } catch {
    return text.slice(0, 40)
  }
}

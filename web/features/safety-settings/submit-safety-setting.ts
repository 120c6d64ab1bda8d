import type { SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import { putSafetySetting, type SafetySettingValue } from '#contract/safety/safety-settings.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

/**
 * The result of changing a setting: saved, rejected, or waiting for a confirmation. Changing to a less strict
 * value always requires confirmation.
 */
export type SafetySettingResult =
  | { setting: SafetySettingKey; outcome: 'saved' }
  | { setting: SafetySettingKey; outcome: 'asks'; value: SafetySettingValue }
  | { setting: SafetySettingKey; outcome: 'refused'; detail: string }

/**
 * Submits the form for a safety setting. Each button submits a plain HTML form, so safety settings can be
 * changed without JavaScript.
 */
export async function submitSafetySetting(
  args: Parameters<typeof createApiClientFromContext>[0],
  form: FormData,
): Promise<SafetySettingResult> {
  const setting = String(form.get('setting')) as SafetySettingKey
  const value = parseSettingValue(String(form.get('value')))
  try {
    await createApiClientFromContext(args)(putSafetySetting, {
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

/**
 * Parses the value of the setting that the form submitted. If the value is not valid JSON, returns it as
 * plain text, which the API rejects.
 */
function parseSettingValue(text: string): SafetySettingValue {
  try {
    return JSON.parse(text) as SafetySettingValue
  } catch {
    return text.slice(0, 40)
  }
}

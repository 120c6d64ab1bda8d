import type { Setting } from '#contract/safety-defaults.ts'
import { putSafety, type Value } from '#contract/safety.ts'
import { CallError } from '#web/api/call.ts'
import { apiOf } from '#web/api/context.ts'

/** What became of a choice: it holds; it is looser and needs a yes more; or it was refused. */
export type Chosen =
  | { setting: Setting; outcome: 'saved' }
  | { setting: Setting; outcome: 'asks'; value: Value }
  | { setting: Setting; outcome: 'refused'; detail: string }

/** Does what a form of the safety settings says. Works without script: each button is a form of its own. */
export async function chooseIn(args: Parameters<typeof apiOf>[0], form: FormData): Promise<Chosen> {
  const setting = String(form.get('setting')) as Setting
  const value = valueIn(String(form.get('value')))
  try {
    await apiOf(args)(putSafety, { params: { setting }, body: { value, confirmed: form.has('confirmed') } })
    return { setting, outcome: 'saved' }
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown
    if (thrown.code === 'setting_looser') return { setting, outcome: 'asks', value }
    return { setting, outcome: 'refused', detail: thrown.detail }
  }
}

/** What is no JSON is nothing that can be chosen, and the API says so. */
function valueIn(text: string): Value {
  try {
    return JSON.parse(text) as Value
  } catch {
    return text.slice(0, 40)
  }
}

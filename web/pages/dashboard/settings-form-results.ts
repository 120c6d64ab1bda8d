import {
  isFormFailure,
  type FormFailure,
  isOverridableWarning,
} from '#web/features/account/forms/account-form-handling.ts'
import type { SettingsFormResult } from '#web/features/settings/settings-form-result.ts'
import type { SettingsSaveResult } from './dashboard-action.ts'

/** Returns the result of the form with the given `intent`. */
export function toSettingsFormResult(answer: unknown, intent: string): SettingsFormResult {
  if (isSettingsSaveResult(answer)) return { done: answer.done === intent, errors: {}, values: undefined }
  if (!isFormFailure(answer) || answer.values.intent !== intent) return { errors: {}, values: undefined }
  return {
    problem: answer.refused,
    errors: answer.fields,
    values: getTypedValues(answer),
    asked: isOverridableWarning(answer),
  }
}

/**
 * Returns the submitted values of the form. Returns undefined if the request never reached the server,
 * because in that case the form still contains the values.
 */
function getTypedValues({ values }: FormFailure) {
  return Object.keys(values).length > 1 ? values : undefined
}

export function isSettingsSaveResult(answer: unknown): answer is SettingsSaveResult {
  return typeof answer === 'object' && answer !== null && 'done' in answer
}

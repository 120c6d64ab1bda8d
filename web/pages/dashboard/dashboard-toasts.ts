import {
  isFormFailure,
  type FormFailure,
  showFormFailureToast,
} from '#web/features/account/forms/account-form-handling.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { dashboardMessages } from '#web/messages/dashboard/dashboard.ts'
import { accountSettingsMessages } from '#web/messages/dashboard/account-settings.ts'
import type { SettingsSaveResult } from './dashboard-action.ts'

/** The toasts after the settings forms are submitted (specification, section 8: Dashboard). */
export function showSettingsResultToast(answer: SettingsSaveResult | FormFailure): void {
  if (isFormFailure(answer)) return showFormFailureToast(answer, getFailureTitle(answer))
  if (answer.done === 'profile')
    showToast.success(accountSettingsMessages.saved, accountSettingsMessages.savedText)
  if (answer.done === 'avatar') showToast.success(accountSettingsMessages.photoUpdated)
  if (answer.done === 'password')
    showToast.success(accountSettingsMessages.passwordChanged, accountSettingsMessages.passwordChangedText)
  if (answer.done === 'cancel-deletion')
    showToast.success(dashboardMessages.cancelled, dashboardMessages.cancelledText)
}

const getFailureTitles = (): Record<string, string> => ({
  profile: accountSettingsMessages.saveFailed,
  avatar: accountSettingsMessages.photoFailed,
  'remove-avatar': accountSettingsMessages.photoFailed,
  password: accountSettingsMessages.passwordFailed,
  'cancel-deletion': dashboardMessages.cancelFailed,
})

/**
 * Returns the title of the toast for a form that was rejected. Returns undefined for validation errors,
 * because each of them has its own toast title.
 */
function getFailureTitle({ refused: { code }, values }: FormFailure): string | undefined {
  if (/^(username|password)_/.test(code) || code === 'deletion_too_late') return undefined
  return getFailureTitles()[values.intent ?? '']
}

/** Creates the error result that a settings form shows if the connection is lost. */
export function createSettingsFormNetworkError(intent: string): FormFailure {
  const detail = accountSettingsMessages.tryAgain
  return {
    refused: {
      code: 'unavailable',
      title: getFailureTitles()[intent] ?? accountSettingsMessages.saveFailed,
      detail,
    },
    fields: {},
    values: { intent },
  }
}

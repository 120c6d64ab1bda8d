import { isFormFailure, showFormFailureToast } from '#web/features/account/forms/account-form-handling.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/** The result of an action that succeeded: the title of the toast. */
export interface AdminActionDone {
  done: string
}

/** Shows a toast with the result of an action of the admin console. */
export function showAdminActionToast(answer: unknown): void {
  showFormFailureToast(answer)
  if (typeof answer === 'object' && answer !== null && 'done' in answer && !isFormFailure(answer))
    showToast.success(String(answer.done))
}

import {
  putNotificationPreferences,
  markNotificationRead,
  markAllNotificationsRead,
  optionalNotificationKinds,
} from '#contract/notifications.ts'
import { deletePushDevice, updatePushNotificationTypes } from '#contract/push-notifications.ts'
import { putWeeklyDigest } from '#contract/weekly-digest.ts'
import type { createApiClientFromContext } from '#web/api/request-context.ts'
import { getChangedFields } from '#web/ui/forms/form-changes.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { type QuietHoursResult, saveQuietHours } from './quiet-hours-action.ts'

type NotificationsActionArgs = Parameters<typeof createApiClientFromContext>[0] & { request: Request }
type NotificationsActionResult =
  | QuietHoursResult
  | { done: string; confirmation?: undefined; problem?: undefined }

export async function action(args: NotificationsActionArgs): Promise<NotificationsActionResult> {
  const api = createLoaderApiClient(args)
  const form = await args.request.formData()
  const intent = form.get('intent')
  if (intent === 'read') await api(markNotificationRead, { params: { id: String(form.get('id')) } })
  if (intent === 'read-all') await api(markAllNotificationsRead, {})
  if (intent === 'quiet' || intent === 'quiet-yes') return saveQuietHours(args, form)
  if (intent === 'push-remove') await api(deletePushDevice, { params: { id: String(form.get('id')) } })
  if (intent === 'digest') await api(putWeeklyDigest, { body: { on: form.has('on') } })
  if (intent === 'switches' || intent === 'push-kinds') {
    const switches = Object.fromEntries(optionalNotificationKinds.map((kind) => [kind, form.has(kind)]))
    const save = intent === 'switches' ? putNotificationPreferences : updatePushNotificationTypes
    await api(save, { body: getChangedFields(form, switches) })
  }
  return { done: String(intent) }
}

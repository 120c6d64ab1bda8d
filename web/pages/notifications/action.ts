import {
  putNotificationSwitches,
  readNotification,
  readNotifications,
  switchKinds,
} from '#contract/notifications.ts'
import type { apiOf } from '#web/api/context.ts'
import { changedFields } from '#web/ui/form-changes.ts'
import { askOf } from '../ask.ts'
import { type QuietAnswer, setQuietHours } from './quiet.ts'

type Args = Parameters<typeof apiOf>[0] & { request: Request }
type Answer = QuietAnswer | { done: string; asks?: undefined; problem?: undefined }

export async function action(args: Args): Promise<Answer> {
  const ask = askOf(args)
  const form = await args.request.formData()
  const intent = form.get('intent')
  if (intent === 'read') await ask(readNotification, { params: { id: String(form.get('id')) } })
  if (intent === 'read-all') await ask(readNotifications, {})
  if (intent === 'quiet' || intent === 'quiet-yes') return setQuietHours(args, form)
  if (intent === 'switches') {
    const switches = Object.fromEntries(switchKinds.map((kind) => [kind, form.has(kind)]))
    await ask(putNotificationSwitches, { body: changedFields(form, switches) })
  }
  return { done: String(intent) }
}

import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import {
  deleteBroadcastReminder,
  type ScheduledBroadcast,
  setBroadcastReminder,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

const { reminder } = scheduledBroadcastMessages

/** Sets or removes the member's reminder for a scheduled broadcast. */
export function ReminderButton({ broadcast: { id, has_reminder } }: { broadcast: ScheduledBroadcast }) {
  const [isOn, setIsOn] = useState(has_reminder)
  const [isBusy, setIsBusy] = useState(false)
  const toggle = async () => {
    setIsBusy(true)
    try {
      await callApi(isOn ? deleteBroadcastReminder : setBroadcastReminder, { params: { id } })
      setIsOn(!isOn)
      showToast.success(isOn ? reminder.removed : reminder.added)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button variant={isOn ? undefined : 'primary'} busy={isBusy} onClick={() => void toggle()}>
      {isOn ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}{' '}
      {isOn ? reminder.remove : reminder.add}
    </Button>
  )
}

import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { deletePushDevice, type PushDevice } from '#contract/push-notifications.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { pushMessages } from '#web/messages/dashboard/push-notifications.ts'
import { type PushState, readPushState, subscribeToPush, unsubscribeFromPush } from './push-subscription.ts'

/**
 * Turns push notifications on or off in this browser. The browser asks for permission only after the button
 * is pressed.
 */
export function PushOnThisDevice({
  publicKey,
  device,
}: {
  publicKey: string
  device: PushDevice | undefined
}) {
  const [state, setState] = useState<PushState | 'checking'>('checking')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { revalidate } = useRevalidator()
  const isKnown = device !== undefined
  useEffect(() => {
    let isCurrent = true
    void readPushState(isKnown)
      .catch((): PushState => 'unsupported')
      .then((found) => isCurrent && setState(found))
    return () => {
      isCurrent = false
    }
  }, [isKnown])

  const change = async (work: () => Promise<PushState>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      setState(await work())
      await revalidate()
    } catch (thrown) {
      setFailure(thrown instanceof ApiCallError ? thrown.detail : pushMessages.failed)
    } finally {
      setBusy(false)
    }
  }
  const turnOn = () => change(() => subscribeToPush(publicKey))
  const turnOff = () =>
    change(async () => {
      if (device) await callApi(deletePushDevice, { params: { id: device.id } })
      await unsubscribeFromPush()
      return 'off'
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <output>{pushMessages.states[state]}</output>
      {(state === 'off' || state === 'on') && (
        <Button
          onClick={() => void (state === 'on' ? turnOff() : turnOn())}
          busy={isBusy}
          variant={state === 'on' ? 'quiet' : 'primary'}
        >
          {state === 'on' ? pushMessages.turnOff : pushMessages.turnOn}
        </Button>
      )}
      {failure && (
        <p role="alert" className="field-error basis-full">
          {failure}
        </p>
      )}
    </div>
  )
}

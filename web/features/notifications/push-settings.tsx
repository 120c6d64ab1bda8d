import { Form, useNavigation } from 'react-router'
import { type NotificationPreferences, optionalNotificationKinds } from '#contract/notifications.ts'
import type { PushDevice, PushSettings } from '#contract/push-notifications.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { DateLabel } from '#web/ui/formatting/date-label.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { OriginalFormValues } from '#web/ui/forms/original-form-values.tsx'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'
import { pushMessages } from '#web/messages/dashboard/push-notifications.ts'
import { PushOnThisDevice } from './push-on-this-device.tsx'

interface Props {
  settings: PushSettings
  /**
   * The kinds of notifications that appear in the bell. A kind of notification that does not appear in the
   * bell is not pushed either.
   */
  bellKinds: NotificationPreferences
}

/**
 * The push notification settings: this browser, the person’s other devices, and which kinds of notifications
 * are pushed.
 */
export function PushNotificationSettings({ settings, bellKinds }: Props) {
  const { public_key: publicKey, devices, kinds } = settings
  if (publicKey === null) return null
  return (
    <section id="push" aria-labelledby="push-title" className="news-switches">
      <h2 id="push-title" className="text-28">
        {pushMessages.title}
      </h2>
      <p className="text-quiet">{pushMessages.text}</p>
      <PushOnThisDevice publicKey={publicKey} device={devices.find(({ is_current }) => is_current)} />
      {devices.length > 0 && <DeviceList devices={devices} />}
      {devices.length > 0 && <PushKindsForm on={kinds} bellKinds={bellKinds} />}
    </section>
  )
}

function DeviceList({ devices }: { devices: PushDevice[] }) {
  const busy = useNavigation().formData
  return (
    <div>
      <h3 className="font-semibold">{pushMessages.devices}</h3>
      <ul className="mt-1 flex flex-col divide-y divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-semibold">
                {device.device ?? pushMessages.unknown}{' '}
                {device.is_current && <Badge>{pushMessages.here}</Badge>}
              </p>
              <p className="text-quiet">
                {pushMessages.since} <DateLabel at={device.created_at} />
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={device.id} />
              <Button
                type="submit"
                name="intent"
                value="push-remove"
                size="small"
                variant="quiet"
                aria-label={pushMessages.removeOne({ device: device.device ?? pushMessages.unknown })}
                busy={busy?.get('id') === device.id}
              >
                {pushMessages.remove}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PushKindsForm({ on, bellKinds }: { on: PushSettings['kinds']; bellKinds: NotificationPreferences }) {
  const isNothingOn = optionalNotificationKinds.every((kind) => !on[kind])
  return (
    <Form method="post" preventScrollReset className="flex flex-col gap-3">
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">{pushMessages.kinds}</legend>
        {isNothingOn && <p className="text-quiet">{pushMessages.chooseKinds}</p>}
        <OriginalFormValues saved={on} />
        {optionalNotificationKinds.map((kind) => (
          <Checkbox
            key={kind}
            name={kind}
            defaultChecked={on[kind]}
            label={notificationMessages.switches[kind].label}
            hint={bellKinds[kind] ? undefined : pushMessages.offInBell}
          />
        ))}
      </fieldset>
      <Button type="submit" name="intent" value="push-kinds" className="self-start">
        {pushMessages.save}
      </Button>
    </Form>
  )
}

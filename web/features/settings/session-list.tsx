import { Form, useNavigation } from 'react-router'
import type { Session } from '#contract/auth/sessions.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { DateLabel } from '#web/ui/formatting/date-label.tsx'
import { dataAndDevicesMessages } from '#web/messages/dashboard/data-and-devices.ts'

/**
 * Lists the account's sessions. Each session has a sign-out button, and one more button signs out all
 * sessions.
 */
export function SessionList({ sessions }: { sessions: Session[] | null }) {
  const busy = useNavigation().formData
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">
        {sessions ? dataAndDevicesMessages.devicesText : dataAndDevicesMessages.none}
      </p>
      <ul className="mt-4 flex flex-col divide-y divide-line">
        {sessions?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-semibold">
                {getDeviceName(session)} {session.is_current && <Badge>{dataAndDevicesMessages.here}</Badge>}
              </p>
              <p className="text-quiet">
                {dataAndDevicesMessages.since} <DateLabel at={session.created_at} /> ·{' '}
                {dataAndDevicesMessages.used} <DateLabel at={session.used_at} />
              </p>
            </div>
            {!session.is_current && (
              <Form method="post">
                <input type="hidden" name="id" value={session.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="end"
                  size="small"
                  variant="quiet"
                  aria-label={dataAndDevicesMessages.endOf({ device: getDeviceName(session) })}
                  busy={busy?.get('id') === session.id}
                >
                  {dataAndDevicesMessages.end}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" className="mt-4">
        <Button
          type="submit"
          name="intent"
          value="end-all"
          variant="danger"
          aria-describedby="everywhere"
          busy={busy?.get('intent') === 'end-all'}
        >
          {dataAndDevicesMessages.everywhere}
        </Button>
      </Form>
      <p id="everywhere" className="mt-2 text-quiet">
        {dataAndDevicesMessages.everywhereText}
      </p>
    </>
  )
}

function getDeviceName({ device, is_program: isProgram }: Session): string {
  return device ?? (isProgram ? dataAndDevicesMessages.program : dataAndDevicesMessages.unknown)
}

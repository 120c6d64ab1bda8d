import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  createScheduledBroadcast,
  type ScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { callApi } from '#web/api/api-client.ts'
import { StartTimeField } from '#web/features/broadcasting/start-time-field.tsx'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatZonedDateTime, useTimeZone } from '#web/ui/formatting/time-zone.ts'
import { GoLiveForm } from './go-live-form.tsx'

interface Props {
  scheduled: ScheduledBroadcast[]
  audience: Visibility | ''
  isPrivateProfile: boolean
}

const { schedule, own, startsAt: describeStart } = scheduledBroadcastMessages

/** Lists the member's scheduled broadcasts, and lets the member schedule another. */
export function ScheduleSection({ scheduled, audience, isPrivateProfile }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [startsAt, setStartsAt] = useState('')
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  return (
    <section aria-labelledby="schedule-title" className="mt-10 grid justify-items-start gap-4">
      <h2 id="schedule-title" className="text-28 font-bold">
        {schedule.title}
      </h2>
      {scheduled.length > 0 && (
        <>
          <h3 className="text-21 font-bold">{own.title}</h3>
          <ul className="grid gap-2">
            {scheduled.map(({ id, title, starts_at }) => (
              <li key={id}>
                <Link to={pagePaths.watch(id)} className="link" dir="auto">
                  {title}
                </Link>{' '}
                <span className="text-quiet">
                  {describeStart({ time: formatZonedDateTime(starts_at, timeZone) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="text-quiet">{schedule.intro}</p>
      {isOpen ? (
        <div className="grid w-full max-w-[640px] gap-5">
          <StartTimeField value={startsAt} onChange={setStartsAt} />
          <GoLiveForm
            missing={startsAt ? null : schedule.missing}
            submitLabel={schedule.submit}
            audience={audience}
            isPrivateProfile={isPrivateProfile}
            onSubmit={async (details) => {
              const { id } = await callApi(createScheduledBroadcast, {
                body: { ...details, starts_at: startsAt },
              })
              await navigate(pagePaths.watch(id))
            }}
          />
        </div>
      ) : (
        <Button onClick={() => setIsOpen(true)}>{schedule.open}</Button>
      )}
    </section>
  )
}

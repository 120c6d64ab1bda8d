import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import {
  createScheduledBroadcast,
  type ScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { callApi } from '#web/api/api-client.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { pagePaths } from '#web/paths.ts'
import { formatUpcomingTime, useTimeZone } from '#web/ui/formatting/time-zone.ts'
import { GoLiveForm } from './go-live-form.tsx'
import { OptionSection } from './option-section.tsx'

interface Props {
  scheduled: ScheduledBroadcast[]
  audience: Visibility | ''
  isPrivateProfile: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

const { schedule, own, startsAt: describeStart } = scheduledBroadcastMessages

/** Lists the member's scheduled broadcasts, and lets the member schedule another. */
export function ScheduleSection({ scheduled, audience, isPrivateProfile, isOpen, onToggle }: Props) {
  const [startsAt, setStartsAt] = useState('')
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  return (
    <OptionSection
      id="schedule"
      title={schedule.title}
      intro={schedule.intro({ hours: broadcastLimits.schedule.expiresAfterHours })}
      openLabel={schedule.open}
      isOpen={isOpen}
      onToggle={onToggle}
      before={
        scheduled.length > 0 &&
        !isOpen && (
          <>
            <h3 className="text-21 font-bold">{own.title}</h3>
            <ul className="grid gap-2">
              {scheduled.map(({ id, title, starts_at }) => (
                <li key={id}>
                  <Link to={pagePaths.watch(id)} className="link" dir="auto">
                    {title}
                  </Link>{' '}
                  <span className="text-quiet">
                    {describeStart({ time: formatUpcomingTime(starts_at, timeZone) })}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )
      }
    >
      <div className="w-full max-w-[640px]">
        <GoLiveForm
          missing={startsAt ? null : schedule.missing}
          submitLabel={schedule.submit}
          audience={audience}
          isPrivateProfile={isPrivateProfile}
          startTime={{ value: startsAt, onChange: setStartsAt }}
          onSubmit={async (details) => {
            const { id } = await callApi(createScheduledBroadcast, {
              body: { ...details, starts_at: startsAt },
            })
            await navigate(pagePaths.watch(id))
          }}
        />
      </div>
    </OptionSection>
  )
}

import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import type { ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { OwnScheduledBroadcastActions } from '#web/features/broadcasting/own-scheduled-broadcast-actions.tsx'
import { Countdown } from '#web/features/live-viewing/countdown.tsx'
import { ReminderButton } from '#web/features/live-viewing/reminder-button.tsx'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { formatUpcomingTime, useTimeZone } from '#web/ui/formatting/time-zone.ts'
import '#web/features/live-viewing/live-viewing.css'

interface Props {
  scheduled: ScheduledBroadcast
  /** The number of live updates so far. There is one when the broadcast is rescheduled and one when it starts. */
  changes: number
}

/** Takes the place of the player on the page of a scheduled broadcast. */
export default function ScheduledStage({ scheduled, changes }: Props) {
  const { me } = useAuth()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (changes > 0) void revalidate()
  }, [changes, revalidate])
  return (
    <>
      <div className="stage watch-stage broadcast-panel" data-theme="night">
        <Countdown to={scheduled.starts_at} />
        <p>
          {scheduledBroadcastMessages.startsAt({ time: formatUpcomingTime(scheduled.starts_at, timeZone) })}
        </p>
        {!scheduled.mine &&
          (me ? (
            <ReminderButton broadcast={scheduled} />
          ) : (
            <Link to={pagePaths.signIn(pathname)} className={getButtonClassName({ variant: 'primary' })}>
              {scheduledBroadcastMessages.reminder.signIn}
            </Link>
          ))}
      </div>
      {scheduled.mine && (
        <div className="mt-4">
          <OwnScheduledBroadcastActions
            broadcast={scheduled}
            onRescheduled={() => void revalidate()}
            onCancelled={() => void navigate(pagePaths.category('live'))}
          />
        </div>
      )}
    </>
  )
}

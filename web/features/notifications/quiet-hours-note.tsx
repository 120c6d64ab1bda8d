import { Moon } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'
import './quiet-hours-note.css'

/**
 * Says that the person’s quiet hours have started, and which notifications are held back until the quiet
 * hours end. `until` is the end of the quiet hours in local time, such as `07:00`.
 */
export function QuietHoursNote({ until }: { until: string }) {
  return (
    <p className="quiet-note">
      <Moon aria-hidden="true" />
      <span>
        <b>{notificationMessages.quietNow.title({ until })}</b> {notificationMessages.quietNow.text}{' '}
        <Link to={pagePaths.notificationSettings('quiet-hours')} className="link">
          {notificationMessages.quietNow.change}
        </Link>
      </span>
    </p>
  )
}

import type { CSSProperties } from 'react'
import { formatDate } from '#i18n/formats.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getWatchTime } from '#contract/wellbeing.ts'
import { watchTimeMessages } from '#web/messages/dashboard/watch-time.ts'

type WatchTimeChart = ResponseOf<typeof getWatchTime>['days']

/**
 * A bar chart with one bar per day, including days without watch time. The chart is built as a table, so
 * screen readers can read its data.
 */
export function WatchTimeChart({ days }: { days: WatchTimeChart }) {
  const most = Math.max(60, ...days.map(({ minutes }) => minutes))
  return (
    <table className="time-days">
      <caption>
        {watchTimeMessages.caption({ days: days.length, most: watchTimeMessages.span(most) })}
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{watchTimeMessages.day}</th>
          <th scope="col">{watchTimeMessages.watched}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, minutes }) => (
          <tr
            key={day}
            style={{ '--part': minutes / most } as CSSProperties}
            title={`${formatWeekdayDate(day)}: ${watchTimeMessages.span(minutes)}`}
          >
            <th scope="row" className="sr-only">
              <time dateTime={day}>{formatWeekdayDate(day)}</time>
            </th>
            <td>
              <span className="sr-only">{watchTimeMessages.span(minutes)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * Formats a calendar date as `Saturday 21 November`. The result does not depend on the reader's time zone.
 */
function formatWeekdayDate(day: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return formatDate(day, form)
}

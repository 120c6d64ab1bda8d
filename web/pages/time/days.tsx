import type { CSSProperties } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getWatchTime } from '#contract/wellbeing.ts'
import { words } from '#web/words/time.ts'

type Days = AnswerOf<typeof getWatchTime>['days']

/** A bar a day; read out as a table of days and times. A day of nothing is a day, too. */
export function Days({ days }: { days: Days }) {
  const most = Math.max(60, ...days.map(({ minutes }) => minutes))
  return (
    <table className="time-days">
      <caption>{words.caption(days.length, words.span(most))}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.watched}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, minutes }) => (
          <tr
            key={day}
            style={{ '--part': minutes / most } as CSSProperties}
            title={`${dayOf(day)}: ${words.span(minutes)}`}
          >
            <th scope="row" className="sr-only">
              <time dateTime={day}>{dayOf(day)}</time>
            </th>
            <td>
              <span className="sr-only">{words.span(minutes)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `Saturday 21 November`: a day of the calendar, the same wherever it is read. */
function dayOf(day: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Date(day).toLocaleDateString('en-GB', form)
}

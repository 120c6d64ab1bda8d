import { defineMessages, message } from '#i18n/define-messages.ts'
/** The watch time page. */
export const watchTimeMessages = defineMessages('dashboard/watch-time', {
  title: 'Your watch time',
  description: 'See how long you’ve watched videos. Only you can see this.',
  today: message<{ span: string }>('Today: {span}'),
  /** Formats a number of minutes, for example as "1 h 5 min". */
  span(minutes: number): string {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    if (hours === 0) return watchTimeMessages.minutes({ minutes: rest })
    return rest === 0
      ? watchTimeMessages.hours({ hours })
      : watchTimeMessages.hoursAndMinutes({ hours, minutes: rest })
  },
  minutes: message<{ minutes: number }>('{minutes} min'),
  hours: message<{ hours: number }>('{hours} h'),
  hoursAndMinutes: message<{ hours: number; minutes: number }>('{hours} h {minutes} min'),
  caption: message<{ days: number; most: string }>(
    'The chart shows the last {days} days, with today on the right. The top of the chart is {most}.',
  ),
  day: 'Day',
  watched: 'Watched',
  kept: 'Only you can see this. For each of the last 90 days, we store how long you watched, but not what you watched.',
  forget: 'Delete my watch time',
  forgotten: 'Watch time deleted.',
})

import { defineMessages, message } from '#i18n/define-messages.ts'
import type { ChartPeriod } from '#contract/discovery/charts.ts'
import { chartLimits } from '#contract/discovery/chart-limits.ts'

const periodLabels: Record<ChartPeriod, string> = { today: 'Today', week: 'This week', all: 'All time' }

export const chartsMessages = defineMessages('browse/charts', {
  title: 'Teen Charts',
  line: 'The videos that people like and talk about most.',
  description:
    'The videos that teens like and talk about most, in every category: today, this week and all time.',
  periods: periodLabels,
  period: 'Period',
  overall: 'Overall',
  category: 'Category',
  /** Explains to visitors how the charts (server/discovery/charts.ts) are ranked. */
  points: message<{ points: number }>('{points, plural, one {# point} other {# points}}'),
  pointsInWords: message<{ points: number }>('{points, plural, =1 {one point} other {# points}}'),
  numberInWords: message<{ n: number }>('{n, plural, =1 {one} =2 {two} =3 {three} other {#}}'),
  explanation: message<{ like: string; comment: string; period: ChartPeriod }>(
    'A video gets {like} for every like and {comment} for every person who commented {period, select, today {in the last 24 hours} week {in the last 7 days} other {at any time}}. The creator’s own like and comments don’t count. Each creator appears once, with their highest-ranked video. If two videos have the same points, the newer one ranks higher.',
  ),
  formula: (period: ChartPeriod): string =>
    chartsMessages.explanation({
      like: chartsMessages.pointsInWords({ points: chartLimits.pointsPerLike }),
      comment: chartsMessages.numberInWords({ n: chartLimits.pointsPerCommenter }),
      period,
    }),
  arrows: message<{ period: ChartPeriod }>(
    'Arrows show how the ranking changed compared with {period, select, today {the previous 24 hours} week {the previous 7 days} other {a week ago}}.',
  ),
  howTitle: 'How this chart works',
  rank: message<{ n: number }>('Number {n}'),
  up: message<{ n: number }>('up {n}'),
  down: message<{ n: number }>('down {n}'),
  same: 'same position',
  fresh: 'new',
  empty: 'No videos on this chart yet',
  emptyHelp: 'One like or comment is enough to put a video on this chart. Go and find a video you love!',
  browse: 'Browse videos',
  caughtUp: 'You’re all caught up',
})

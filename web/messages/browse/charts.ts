import { defineMessages, message } from '#i18n/define-messages.ts'
import type { ChartPeriod } from '#contract/discovery/charts.ts'
import { chartLimits } from '#contract/limits.ts'

const periodLabels: Record<ChartPeriod, string> = { today: 'Today', week: 'This week', all: 'All time' }
const periodDescriptions: Record<ChartPeriod, string> = {
  today: 'in the last 24 hours',
  week: 'in the last 7 days',
  all: 'at any time',
}
const previousPeriodDescriptions: Record<ChartPeriod, string> = {
  today: 'the previous 24 hours',
  week: 'the previous 7 days',
  all: 'a week ago',
}
const formatPoints = (n: number) => (n === 1 ? '1 point' : `${n} points`)
const numberWords = ['no', 'one', 'two', 'three', 'four', 'five']

export const chartsMessages = defineMessages('browse/charts', {
  title: 'Teen Charts',
  line: 'The videos that people like and talk about most.',
  description:
    'The videos that teens like and talk about most, in every category: today, this week and all time.',
  periods: periodLabels,
  period: 'Period',
  overall: 'Overall',
  category: 'Category',
  /** Explains how server/discovery/charts.ts calculates the ranking. */
  formula: (period: ChartPeriod) =>
    `A video gets ${formatPoints(chartLimits.pointsPerLike).replace('1', 'one')} for every like and ${numberWords[chartLimits.pointsPerCommenter]} for every person who commented ${periodDescriptions[period]}. The creator’s own like and comments don’t count. Each creator appears once, with their highest-ranked video. If two videos have the same points, the newer one ranks higher.`,
  arrows: (period: ChartPeriod) =>
    `Arrows show how the ranking changed compared with ${previousPeriodDescriptions[period]}.`,
  howTitle: 'How this chart works',
  points: formatPoints,
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

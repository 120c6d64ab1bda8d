import type { ChartPeriod } from '#contract/discovery/charts.ts'
import { chartLimits } from '#contract/limits.ts'

const periodLabels: Record<ChartPeriod, string> = { today: 'Today', week: 'This week', all: 'All time' }
const periodDescriptions: Record<ChartPeriod, string> = {
  today: 'in the last 24 hours',
  week: 'in the last 7 days',
  all: 'at any time',
}
const previousPeriodDescriptions: Record<ChartPeriod, string> = {
  today: 'the 24 hours before',
  week: 'the 7 days before',
  all: 'a week ago',
}
const formatPoints = (n: number) => (n === 1 ? '1 point' : `${n} points`)
const numberWords = ['no', 'one', 'two', 'three', 'four', 'five']

export const chartsMessages = {
  title: 'Teen Charts',
  line: 'Loudest of all: what everybody liked and talked about.',
  description: 'What teens like and talk about most: today, this week and of all time, in every category.',
  periods: periodLabels,
  period: 'Period',
  overall: 'Overall',
  category: 'Category',
  /** Explains in a sentence what server/discovery/charts.ts counts. */
  formula: (period: ChartPeriod) =>
    `A video gets ${formatPoints(chartLimits.like).replace('1', 'one')} for every like and ${numberWords[chartLimits.commenter]} for every person who commented ${periodDescriptions[period]}. Its creator’s own never count. Each creator stands here once, with their best video. Ties: newer wins.`,
  arrows: (period: ChartPeriod) => `Arrows compare with ${previousPeriodDescriptions[period]}.`,
  howTitle: 'How this chart is made',
  points: formatPoints,
  rank: (n: number) => `Number ${n}`,
  up: (n: number) => `up ${n}`,
  down: (n: number) => `down ${n}`,
  same: 'same place',
  fresh: 'new',
  empty: 'Nobody is on this chart yet',
  emptyHelp: 'It takes one like or one comment. Go and find somebody who deserves it.',
  browse: 'Watch something',
  caughtUp: 'You’re all caught up',
}

import type { Period } from '#contract/charts.ts'
import { charts } from '#contract/limits.ts'

const periods: Record<Period, string> = { today: 'Today', week: 'This week', all: 'All time' }
const spans: Record<Period, string> = {
  today: 'in the last 24 hours',
  week: 'in the last 7 days',
  all: 'at any time',
}
const before: Record<Period, string> = {
  today: 'the 24 hours before',
  week: 'the 7 days before',
  all: 'a week ago',
}
const points = (n: number) => (n === 1 ? '1 point' : `${n} points`)
const numbers = ['no', 'one', 'two', 'three', 'four', 'five']

export const words = {
  title: 'Teen Charts',
  line: 'Loudest of all: what everybody liked and talked about.',
  description: 'What teens like and talk about most: today, this week and of all time, in every category.',
  periods,
  period: 'Period',
  overall: 'Overall',
  category: 'Category',
  /** What server/discovery/charts.ts counts, in a sentence. */
  formula: (period: Period) =>
    `A video gets ${points(charts.like).replace('1', 'one')} for every like and ${numbers[charts.commenter]} for every person who commented ${spans[period]}. Its creator’s own never count. Each creator stands here once, with their best video. Ties: newer wins.`,
  arrows: (period: Period) => `Arrows compare with ${before[period]}.`,
  howTitle: 'How this chart is made',
  points,
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

import { getSession } from '#contract/accounts.ts'
import { listBlocks, listMutes } from '#contract/apart.ts'
import { listFollowers, listFollowing, listFollowRequests } from '#contract/follows.ts'
import { listCases } from '#contract/mod.ts'
import { getUnread, listNotifications } from '#contract/notifications.ts'
import { getReport, listReports } from '#contract/reports.ts'
import { getTransparency } from '#contract/rights.ts'
import { listStatements } from '#contract/statements.ts'
import { asks, type Question, stays, tenth } from './question.ts'

export const own: readonly Question[] = [
  asks('who one is', ({ member }) => member.call(getSession, {}), stays),
  asks('bell: how many', ({ member }) => member.call(getUnread, {}), stays),
  asks('bell: how many, busiest creator', ({ star }) => star.call(getUnread, {})),
  asks('bell: entries, busiest creator', ({ star }) => star.call(listNotifications, { query: {} })),
  asks(
    'bell: entries, busiest creator, tenth page',
    tenth(({ star }, cursor) => star.call(listNotifications, { query: { cursor } })),
  ),
  asks('followers of the most followed', ({ star }) => star.call(listFollowers, { query: {} })),
  asks(
    'followers of the most followed, tenth page',
    tenth(({ star }, cursor) => star.call(listFollowers, { query: { cursor } })),
  ),
  asks('followed by whoever follows most', ({ fan }) => fan.call(listFollowing, { query: {} })),
  asks('requests to follow', ({ shy }) => shy.call(listFollowRequests, { query: {} })),
  asks('blocked', ({ member }) => member.call(listBlocks, { query: {} }), stays),
  asks('muted', ({ member }) => member.call(listMutes, { query: {} }), stays),
  asks('own reports', ({ member }) => member.call(listReports, { query: {} }), stays),
  asks(
    'a report by its receipt',
    ({ nobody, receipt }) => nobody.call(getReport, { params: { receipt } }),
    stays,
  ),
  asks('own statements', ({ star }) => star.call(listStatements, {}), stays),
  asks('queue, moderator', ({ moderator }) => moderator.call(listCases, { query: {} })),
  asks('queue, the worst that are free, admin', ({ admin }) =>
    admin.call(listCases, { query: { only: 'free', priority: 0 } }),
  ),
  asks('transparency', ({ nobody }) => nobody.call(getTransparency, {})),
]

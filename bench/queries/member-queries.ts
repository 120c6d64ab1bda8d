import { getSession } from '#contract/accounts/current-user.ts'
import { listBlocks, listMutes } from '#contract/people/blocks-and-mutes.ts'
import { listFollowers, listFollowing, listFollowRequests } from '#contract/people/follows.ts'
import { listCases } from '#contract/moderation/moderation-cases.ts'
import { getUnreadCount, listNotifications } from '#contract/notifications.ts'
import { getReport, listReports } from '#contract/moderation/reports.ts'
import { getTransparencyReport } from '#contract/privacy/transparency-report.ts'
import { listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { defineQuery, type BenchQuery, latencyGrowthLimit, fetchTenthPage } from './bench-query.ts'

export const memberQueries: readonly BenchQuery[] = [
  defineQuery('session', ({ member }) => member.call(getSession, {}), latencyGrowthLimit),
  defineQuery(
    'notifications: unread count',
    ({ member }) => member.call(getUnreadCount, {}),
    latencyGrowthLimit,
  ),
  defineQuery('notifications: unread count, busiest creator', ({ star }) => star.call(getUnreadCount, {})),
  defineQuery('notifications: list, busiest creator', ({ star }) =>
    star.call(listNotifications, { query: {} }),
  ),
  defineQuery(
    'notifications: list, busiest creator, tenth page',
    fetchTenthPage(({ star }, cursor) => star.call(listNotifications, { query: { cursor } })),
  ),
  defineQuery('followers of the most followed', ({ star }) => star.call(listFollowers, { query: {} })),
  defineQuery(
    'followers of the most followed, tenth page',
    fetchTenthPage(({ star }, cursor) => star.call(listFollowers, { query: { cursor } })),
  ),
  defineQuery('following list of the member who follows most', ({ fan }) =>
    fan.call(listFollowing, { query: {} }),
  ),
  defineQuery('follow requests', ({ shy }) => shy.call(listFollowRequests, { query: {} })),
  defineQuery('blocked', ({ member }) => member.call(listBlocks, { query: {} }), latencyGrowthLimit),
  defineQuery('muted', ({ member }) => member.call(listMutes, { query: {} }), latencyGrowthLimit),
  defineQuery('own reports', ({ member }) => member.call(listReports, { query: {} }), latencyGrowthLimit),
  defineQuery(
    'a report by its receipt',
    ({ anonymous, receipt }) => anonymous.call(getReport, { params: { receipt } }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'own statements of reasons',
    ({ star }) => star.call(listStatementsOfReasons, {}),
    latencyGrowthLimit,
  ),
  defineQuery('case queue, moderator', ({ moderator }) => moderator.call(listCases, { query: {} })),
  defineQuery('case queue, unclaimed P0 cases, admin', ({ admin }) =>
    admin.call(listCases, { query: { only: 'free', priority: 0 } }),
  ),
  defineQuery('transparency report', ({ anonymous }) => anonymous.call(getTransparencyReport, {})),
]

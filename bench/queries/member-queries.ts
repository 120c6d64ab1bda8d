import { getSession } from '#contract/accounts/current-user.ts'
import { listBlocks, listMutes } from '#contract/people/blocks-and-mutes.ts'
import { listFollowers, listFollowing, listFollowRequests } from '#contract/people/follows.ts'
import { getOwnAnalytics, getVideoAnalytics } from '#contract/engagement/analytics.ts'
import { listReplies } from '#contract/engagement/comments.ts'
import { getPlaylist, listOwnPlaylists, listPlaylistItems } from '#contract/engagement/playlists.ts'
import { listWatchHistory } from '#contract/engagement/watch-history.ts'
import { listCases } from '#contract/moderation/moderation-cases.ts'
import { getUnreadCount, listNotifications } from '#contract/notifications.ts'
import { getReport, listReports } from '#contract/moderation/reports.ts'
import { getTransparencyReport } from '#contract/privacy/transparency-report.ts'
import { listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import {
  defineQuery,
  type BenchQuery,
  latencyGrowthLimit,
  p95LatencyLimit,
  fetchTenthPage,
} from './bench-query.ts'

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

const playlistItems = (who: TestUser, id: string, cursor?: string) =>
  who.call(listPlaylistItems, { params: { id }, query: { cursor } })
const history = (who: TestUser, cursor?: string) => who.call(listWatchHistory, { query: { cursor } })
const ninetyDays = { days: '90' } as const

/** Queries for comment threads, playlists, the watch history and analytics. */
export const personalListQueries: readonly BenchQuery[] = [
  defineQuery(
    'replies of the longest thread',
    ({ member, longestThread }) => member.call(listReplies, { params: { id: longestThread }, query: {} }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'own playlists, most',
    ({ curator }) => curator.call(listOwnPlaylists, { query: {} }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'own playlists, and whether each contains a video',
    ({ curator, ordinaryItem }) => curator.call(listOwnPlaylists, { query: { content: ordinaryItem } }),
    latencyGrowthLimit,
  ),
  // This query counts how many of the 500 videos in a playlist are visible. The videos are by about 50 people
  // on the smallest site but by more than 400 on the largest one, so there is no limit on how much slower the
  // query may become.
  defineQuery(
    'a full playlist',
    ({ curator, fullPlaylist }) => curator.call(getPlaylist, { params: { id: fullPlaylist } }),
    p95LatencyLimit,
  ),
  defineQuery(
    'videos of a full playlist',
    ({ curator, fullPlaylist }) => playlistItems(curator, fullPlaylist),
    latencyGrowthLimit,
  ),
  defineQuery(
    'videos of a full playlist, tenth page',
    fetchTenthPage(({ curator, fullPlaylist }, cursor) => playlistItems(curator, fullPlaylist, cursor)),
    latencyGrowthLimit,
  ),
  defineQuery('watch history, longest', ({ watcher }) => history(watcher), latencyGrowthLimit),
  defineQuery(
    'watch history, longest, tenth page',
    fetchTenthPage(({ watcher }, cursor) => history(watcher, cursor)),
    latencyGrowthLimit,
  ),
  defineQuery('watch history, search', ({ watcher }) =>
    watcher.call(listWatchHistory, { query: { q: 'summer' } }),
  ),
  defineQuery(
    'analytics of a video',
    ({ analyst, analyzedItem }) =>
      analyst.call(getVideoAnalytics, { params: { id: analyzedItem }, query: ninetyDays }),
    latencyGrowthLimit,
  ),
  defineQuery('analytics of the busiest creator', ({ star }) =>
    star.call(getOwnAnalytics, { query: ninetyDays }),
  ),
]

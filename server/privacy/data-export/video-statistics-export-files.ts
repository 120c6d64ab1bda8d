import { sql } from 'kysely'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'

const minViewers = sql.lit(analyticsLimits.minViewers)

/**
 * The export files about views of the user's videos. These export files contain the same totals as the user's
 * analytics, because a finer breakdown could reveal what individual viewers watched (decision 055).
 */
export const videoStatisticsExportFiles = [
  {
    file: 'views',
    about:
      'how often your videos were watched, by day for the last 90 days, and as a total for earlier views',
    tables: ['daily_view_counts'],
    rows: (me: string) => sql`select '/watch/' || content_id as video, nullif(day, '-infinity') as day, views
      from daily_view_counts where content_id in (${selectOwnItems(me).select('content.id')}) order by content_id, daily_view_counts.day`,
  },
  {
    file: 'analytics',
    about: 'the figures of your videos, as shown in your analytics: in groups of at least ten viewers',
    tables: ['daily_video_analytics'],
    rows: (
      me: string,
    ) => sql`select '/watch/' || content_id as video, min(day) as "from", released_on as "to",
      sum(views) as views, sum(summaries) as reported_views, sum(watch_seconds) as watch_seconds,
      (select json_agg(total order by at) from (select at, sum(played) as total
        from daily_video_analytics as part, unnest(part.retention) with ordinality as hundredth (played, at)
        where part.content_id = days.content_id and part.released_on = days.released_on group by at) as retention)
        as reported_views_by_hundredth
      from daily_video_analytics as days where released_on is not null
        and content_id in (${selectOwnItems(me).select('content.id')})
      group by content_id, released_on order by content_id, released_on`,
  },
  {
    file: 'viewer-sources',
    about: 'where the viewers of your videos came from, in groups of at least ten viewers',
    tables: ['daily_view_sources'],
    rows: (
      me: string,
    ) => sql`select '/watch/' || content_id as video, "from", released_on as "to", source, viewers
      from (select content_id, released_on, source, sum(viewers) as viewers, min(min(day)) over release as "from",
          sum(sum(viewers)) over release as everyone,
          sum(case when sum(viewers) >= ${minViewers} then sum(viewers) else 0 end) over release as shown
        from daily_view_sources where released_on is not null
          and content_id in (${selectOwnItems(me).select('content.id')})
        group by content_id, released_on, source window release as (partition by content_id, released_on)) as sources
      where viewers >= ${minViewers} and (everyone = shown or everyone - shown >= ${minViewers})
      order by content_id, released_on, source`,
  },
  {
    file: 'follower-changes',
    about: 'how many followers you have gained and lost, by day',
    tables: ['daily_follower_changes'],
    rows: (me: string) => sql`select day, sum(gained) as gained, sum(lost) as lost from daily_follower_changes
      where user_id = ${me} group by day order by day`,
  },
]

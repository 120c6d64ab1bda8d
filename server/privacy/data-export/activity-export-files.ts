import { type RawBuilder, sql } from 'kysely'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { chosenVisibilitySql } from '#server/access-policy/visible-content.ts'
import { isAccountHidden } from '#server/access-policy/visible-profiles.ts'
import {
  selectExportedBroadcastReminders,
  selectExportedCancelledBroadcasts,
  selectExportedBroadcasts,
  selectExportedScheduledBroadcasts,
  selectExportedStreamKeys,
} from '#server/broadcasts/exported-broadcasts.ts'
import {
  selectExportedCaptionDrafts,
  selectExportedCaptions,
  selectExportedEmbeddedCaptions,
} from '#server/captions/exported-captions.ts'
import { selectExportedChatHelpers, selectExportedChatRemovals } from '#server/comments/chat/exported-chat.ts'
import { selectExportedPlaylists } from '#server/playlists/exported-playlists.ts'
import { selectExportedEpisodeNotifications, selectExportedSeries } from '#server/series/exported-series.ts'
import type { DataExportFile } from './data-export-file.ts'
import { videoStatisticsExportFiles } from './video-statistics-export-files.ts'

const publicState = sql<string>`case content.moderation when 'quarantined' then 'removed' else content.moderation end`

/** The export files about the user's videos, activity and relationships with other people. */
export const activityExportFiles: readonly DataExportFile[] = [
  {
    file: 'videos',
    about:
      'your videos: title, description, tags, chapters, counts and status; the video files are in the folder videos',
    tables: ['content', 'uploads', 'streams'],
    rows: (me) =>
      selectOwnItems(me)
        .leftJoin('uploads', 'uploads.content_id', 'content.id')
        .leftJoin('streams', 'streams.content_id', 'content.id')
        .select(['content.id', 'title', 'description', 'genre', 'content_type', 'rating'])
        .select([chosenVisibilitySql.as('visibility'), 'publication_state', 'publish_at'])
        .select(['language', 'tags', 'custom_chapters', 'comment_mode'])
        .select(publicState.as('moderation'))
        .select(['content.stream_status as status', 'error_title', 'error_detail'])
        .select(['trailer_url', 'duration_seconds'])
        .select([
          'content.width',
          'content.height',
          'likes_count',
          'comments_count',
          'vast_tag_url',
          'ad_breaks',
        ])
        .select(['monetization_enabled', 'is_featured', 'uploads.file_name', 'uploads.file_size'])
        .select(['content.created_at', 'content.updated_at'])
        .orderBy('content.created_at'),
  },
  {
    file: 'broadcasts',
    about: 'your live broadcasts: when they started and ended, and why they ended',
    tables: ['broadcasts'],
    rows: selectExportedBroadcasts,
  },
  {
    file: 'scheduled-broadcasts',
    about: 'the broadcasts that you have scheduled, and their start times',
    tables: ['scheduled_broadcasts'],
    rows: selectExportedScheduledBroadcasts,
  },
  {
    file: 'cancelled-broadcasts',
    about: 'the broadcasts that you cancelled after other people had set a reminder, without their titles',
    tables: ['cancelled_broadcasts'],
    rows: selectExportedCancelledBroadcasts,
  },
  {
    file: 'broadcast-reminders',
    about: 'the broadcasts by other people for which you have set a reminder',
    tables: ['broadcast_reminders'],
    rows: selectExportedBroadcastReminders,
  },
  {
    file: 'stream-keys',
    about: 'your stream keys: when you created, last used and replaced them; only hashes of the keys exist',
    tables: ['stream_keys'],
    rows: selectExportedStreamKeys,
  },
  {
    file: 'chat-helpers',
    about: 'who may remove messages from the chats of your broadcasts, and in whose chats you may',
    tables: ['chat_helpers'],
    rows: selectExportedChatHelpers,
  },
  {
    file: 'chat-removals',
    about: 'which messages by other people you removed from chats',
    tables: ['chat_removals'],
    rows: selectExportedChatRemovals,
  },
  ...videoStatisticsExportFiles,
  {
    file: 'captions',
    about: 'the captions of your videos',
    tables: ['captions'],
    rows: selectExportedCaptions,
  },
  {
    file: 'caption_drafts',
    about: 'captions that you have edited and not published yet',
    tables: ['caption_drafts'],
    rows: selectExportedCaptionDrafts,
  },
  {
    file: 'offered-captions',
    about: 'the text tracks of your videos’ files that you have not accepted as captions',
    tables: ['offered_captions'],
    rows: selectExportedEmbeddedCaptions,
  },
  {
    file: 'comments',
    about: 'your comments on videos, and your messages in the chats of broadcasts',
    tables: ['comments', 'comment_edits'],
    rows: (
      me,
    ) => sql`select id, '/watch/' || content_id as video, parent_id as reply_to, body, moderation, created_at, edited_at,
      (select coalesce(json_agg(json_build_object('body', comment_edits.body, 'replaced_at', replaced_at)
        order by comment_edits.id), '[]') from comment_edits where comment_id = comments.id) as earlier_versions,
      broadcast_ms / 1000.0 as chat_position_seconds
      from comments where user_id = ${me} order by created_at`,
  },
  {
    file: 'likes',
    about: 'the videos you like',
    tables: ['likes'],
    rows: (me) => sql`select '/watch/' || content_id as video, created_at from likes where user_id = ${me}
      order by created_at`,
  },
  {
    file: 'comment-likes',
    about: 'the comments you like',
    tables: ['comment_likes'],
    rows: (me) => sql`select comment_id, '/watch/' || content_id as video, comment_likes.created_at
      from comment_likes join comments on comments.id = comment_likes.comment_id
      where comment_likes.user_id = ${me} order by comment_likes.created_at`,
  },
  {
    file: 'mentions',
    about: 'the comments by other people that mention you',
    tables: ['comment_mentions'],
    rows: (me) => sql`select comment_id, name as mentioned_as, comment_mentions.created_at
      from comment_mentions join comments on comments.id = comment_mentions.comment_id
      where comment_mentions.user_id = ${me} and comments.moderation = 'approved'
      order by comment_mentions.created_at`,
  },
  {
    file: 'playlists',
    about: 'your playlists and the videos in them',
    tables: ['playlists', 'playlist_items'],
    rows: selectExportedPlaylists,
  },
  {
    file: 'series',
    about: 'your series and their episodes',
    tables: ['series', 'series_episodes'],
    rows: selectExportedSeries,
  },
  {
    file: 'episode-notifications',
    about: 'the series whose new episodes you get notifications about',
    tables: ['episode_notifications'],
    rows: selectExportedEpisodeNotifications,
  },
  {
    file: 'follows',
    about: 'the people you follow or have asked to follow',
    tables: ['follows'],
    rows: (me) => sql`select ${usernameOf('followed_id')} as username, state, created_at, approved_at,
      new_video_notifications from follows where follower_id = ${me} order by created_at`,
  },
  {
    file: 'time-watched',
    about: 'how long you watched, by day, for the last 90 days',
    tables: ['daily_watch_time'],
    rows: (me) => sql`select day, seconds from daily_watch_time where user_id = ${me} order by day`,
  },
  {
    file: 'watch-history',
    about: 'the videos in your watch history, and where you stopped, for the last 90 days',
    tables: ['watch_history'],
    rows: (me) => sql`select '/watch/' || content_id as video, seconds, watched_at from watch_history
      where user_id = ${me} order by watched_at`,
  },
  {
    file: 'blocks',
    about: 'the people you have blocked',
    tables: ['blocks'],
    rows: (
      me,
    ) => sql`select ${usernameOf('blocked_id')} as username, created_at from blocks where blocker_id = ${me}
      order by created_at`,
  },
  {
    file: 'mutes',
    about: 'the people you have muted',
    tables: ['mutes'],
    rows: (
      me,
    ) => sql`select ${usernameOf('muted_id')} as username, created_at from mutes where muter_id = ${me}
      order by created_at`,
  },
]

/**
 * Returns an SQL expression for a person's username, which is null if the account no longer exists or is
 * hidden.
 */
function usernameOf(column: string): RawBuilder<string | null> {
  const other = selectPeopleWithoutAccessCheck()
    .select('username')
    .where(sql<boolean>`profiles.user_id = ${sql.ref(column)}`)
    .where(sql<boolean>`not ${isAccountHidden()}`)
  return sql`(${other})`
}

import { type Expression, type RawBuilder, sql } from 'kysely'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { selectOwnProfile, selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { isAccountHidden } from '#server/access-policy/visible-profiles.ts'
import { selectExportedPlaylists } from '#server/playlists/exported-playlists.ts'

/**
 * Describes one file of the export: the tables from which it is read, and the query for the user's own rows.
 */
export interface ExportedTable {
  /** The file name without `.json`. */
  file: string
  /** The description of the file in the export's README. */
  about: string
  tables: readonly string[]
  rows(userId: string): Expression<unknown>
}

/**
 * An SQL expression for the action of a moderation decision, as the statement of reasons names it.
 * Quarantined content appears as removed. A query with this expression must select from the table
 * `decisions`.
 */
const publicAction = sql`case decisions.action when 'quarantine' then 'remove' else decisions.action end as action`

const publicState = sql<string>`case content.moderation when 'quarantined' then 'removed' else content.moderation end`

/**
 * The files of the export. The exported files contain only what the user wrote and the settings that the user
 * chose. In the export, another person is identified only by username, and only if the user chose that person
 * (for example by following them) and that person's account is visible. What other people wrote or did is not
 * included, because it is their personal data. Secrets (passwords, tokens) are never exported.
 */
export const exportedTables: readonly ExportedTable[] = [
  {
    file: 'account',
    about: 'your account: email, name, the age you entered, and how you sign in',
    tables: ['users', 'private_details', 'sign_in_methods', 'second_factors', 'passkeys'],
    rows: (
      me,
    ) => sql`select users.id, users.email, users.email_verified, users.name, users.role, users.created_at,
      own.full_name, own.first_name, own.display_name, own.age, own.age_declared_on, own.terms_version,
      own.terms_accepted_at, own.marketing, own.time_zone,
      (select array_agg(provider_id) from sign_in_methods where user_id = users.id) as signs_in_with,
      (select confirmed_at from second_factors where user_id = users.id) as second_step_since,
      (select json_agg(json_build_object('name', passkeys.name, 'created_at', passkeys.created_at, 'used_at', used_at)
        order by passkeys.created_at) from passkeys where user_id = users.id) as passkeys
      from users left join private_details as own on own.user_id = users.id where users.id = ${me}`,
  },
  {
    file: 'profile',
    about: 'your current profile',
    tables: ['profiles'],
    rows: (me) =>
      selectOwnProfile(me)
        .select([
          'username',
          'display_name',
          'display_name_mode',
          'bio',
          'is_private',
          'hides_views',
          'held_words',
          'is_minor',
          'avatar_url',
        ])
        .select(['last_username_change', 'deletion_scheduled_at', 'suspended_until', 'age_out_notified_at'])
        .select(['held_bio', 'comments_muted_until', 'created_at', 'updated_at']),
  },
  {
    file: 'settings',
    about: 'the safety settings that you have changed from the default, and whether your watch history is on',
    tables: ['safety_settings', 'watch_history_settings'],
    rows: (me) => sql`select setting, value, changed_at from safety_settings where user_id = ${me}
      union all select 'watch_history', to_jsonb(state), changed_at from watch_history_settings where user_id = ${me}
      order by setting`,
  },
  {
    file: 'first-day',
    about: 'how often you did things on the first day of your account',
    tables: ['first_day_usage'],
    rows: (me) => sql`select uploads, comments, follows from first_day_usage where user_id = ${me}`,
  },
  {
    file: 'notification-switches',
    about: 'the kinds of notifications you have switched off',
    tables: ['notification_opt_outs'],
    rows: (me) => sql`select kind as off from notification_opt_outs where user_id = ${me} order by kind`,
  },
  {
    file: 'sessions',
    about: 'where you are signed in',
    tables: ['sessions'],
    rows: (
      me,
    ) => sql`select id, user_agent as device, remembered, created_at, updated_at as renewed_at, expires_at
      from sessions where user_id = ${me} order by created_at`,
  },
  {
    file: 'videos',
    about: 'your videos: title, description, counts and status; the video files are in the folder videos',
    tables: ['content', 'uploads', 'streams'],
    rows: (me) =>
      selectOwnItems(me)
        .leftJoin('uploads', 'uploads.content_id', 'content.id')
        .leftJoin('streams', 'streams.content_id', 'content.id')
        .select(['content.id', 'title', 'description', 'genre', 'content_type', 'visibility', 'rating'])
        .select(publicState.as('moderation'))
        .select([
          'content.stream_status as status',
          'error_title',
          'error_detail',
          'trailer_url',
          'duration_seconds',
        ])
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
    file: 'views',
    about:
      'how often your videos were watched, by day for the last 90 days, and as a total for earlier views',
    tables: ['daily_view_counts'],
    rows: (me) => sql`select '/watch/' || content_id as video, nullif(day, '-infinity') as day, views
      from daily_view_counts where content_id in (${selectOwnItems(me).select('content.id')}) order by content_id, daily_view_counts.day`,
  },
  {
    file: 'comments',
    about: 'your comments on videos',
    tables: ['comments', 'comment_edits'],
    rows: (
      me,
    ) => sql`select id, '/watch/' || content_id as video, parent_id as reply_to, body, moderation, created_at, edited_at,
      (select coalesce(json_agg(json_build_object('body', comment_edits.body, 'replaced_at', replaced_at)
        order by comment_edits.id), '[]') from comment_edits where comment_id = comments.id) as earlier_versions
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
    file: 'playlists',
    about: 'your playlists and the videos in them',
    tables: ['playlists', 'playlist_items'],
    rows: selectExportedPlaylists,
  },
  {
    file: 'follows',
    about: 'the people you follow or have asked to follow',
    tables: ['follows'],
    rows: (me) => sql`select ${usernameOf('followed_id')} as username, state, created_at, approved_at
      from follows where follower_id = ${me} order by created_at`,
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
  {
    file: 'notifications',
    about: 'your notifications of the last 90 days',
    tables: ['notifications'],
    rows: (me) => sql`select kind, '/watch/' || content_id as video, created_at, read_at
      from notifications where user_id = ${me} order by created_at`,
  },
  {
    file: 'decisions',
    about: 'decisions about you or your content, with the reasons',
    tables: ['decisions'],
    rows: (
      me,
    ) => sql`select subject, about, ${publicAction}, rule, source, automatic, facts, strikes, until, made_at, reversed_at
      from decisions where user_id = ${me} and action <> 'dismiss' order by made_at`,
  },
  {
    file: 'second-looks',
    about: 'your appeals and their results',
    tables: ['appeals'],
    rows: (me) => sql`select ${publicAction}, appeals.words, appeals.made_at, outcome, decided_at, answer
      from appeals join decisions on decisions.id = appeals.decision_id
      where decisions.user_id = ${me} order by appeals.made_at`,
  },
  {
    file: 'reports',
    about: 'your reports and their results',
    tables: ['reports'],
    rows: (me) => sql`select receipt, subject, reason, words, outcome, created_at, decided_at
      from reports where reporter_id = ${me} order by created_at`,
  },
  {
    file: 'letters-to-us',
    about: 'messages you sent us while signed in',
    tables: ['contact_messages'],
    rows: (me) => sql`select first_name, last_name, email, subject, topic, message, created_at
      from contact_messages where user_id = ${me} order by created_at`,
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

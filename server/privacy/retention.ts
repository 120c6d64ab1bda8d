import { sql } from 'kysely'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import { dataExportLimits, notificationRetentionDays, usernameChangeCooldownDays } from '#contract/limits.ts'
import { playbackQualityDaysKept } from '#contract/playback-quality.ts'
import { maxUnusedPushDeviceDays } from '#contract/push-notifications.ts'
import { playbackResumeLimits } from '#contract/engagement/playback-resume.ts'
import { consoleRetentionRules } from './console-retention-rules.ts'
import { broadcastRetentionRules } from './broadcast-retention-rules.ts'
import { type RetentionRule, untilAccountDeletion } from './retention-rule.ts'
import { webhookRetentionRules } from './webhook-retention-rules.ts'
import { db } from '#server/platform/db/db.ts'

export const retentionRules: readonly RetentionRule[] = [
  {
    tables: [
      'users',
      'private_details',
      'profiles',
      'sign_in_methods',
      'provider_role_grants',
      'second_factors',
      'recovery_codes',
      'staff_grace_sign_ins',
      'passkeys',
      'safety_settings',
      'watch_history_settings',
      'notification_opt_outs',
      'push_opt_ins',
      'weekly_digest_settings',
    ],
    kept: untilAccountDeletion,
    by: 'account',
  },
  {
    tables: [
      'content',
      'streams',
      'uploads',
      'likes',
      'comments',
      'comment_likes',
      'comment_mentions',
      'follows',
      'blocks',
      'mutes',
    ],
    kept: untilAccountDeletion,
    by: 'account',
  },
  {
    tables: ['playlists', 'playlist_items'],
    kept: `${untilAccountDeletion}; a video in a playlist, as long as the video`,
    by: 'account',
  },
  {
    tables: ['series', 'series_episodes', 'episode_notifications'],
    kept: `${untilAccountDeletion}; an episode, until the video is deleted`,
    by: 'account',
  },
  {
    tables: ['comment_edits'],
    kept: '30 days; the earlier texts of edited comments',
    by: 'here',
    sweep: { column: 'replaced_at', days: 30 },
  },
  {
    tables: ['captions', 'caption_drafts', 'caption_passages', 'offered_captions'],
    kept: 'until deleted; at most as long as the video',
    by: 'account',
  },
  {
    tables: ['automatic_captions'],
    kept: 'as long as the video; the progress of its automatic captions',
    by: 'account',
  },
  ...broadcastRetentionRules,
  { tables: ['content_tags'], kept: 'as long as the video; the tags of the video', by: 'account' },
  { tables: ['chart_points'], kept: 'as long as the video; only a number', by: 'account' },
  {
    tables: ['comment_like_counts', 'comment_ranks'],
    kept: 'as long as the comment; only numbers',
    by: 'account',
  },
  {
    tables: ['search_vocabulary'],
    kept: 'as long as a video that others can find contains the word; words of titles, genres and creators’ names, each once',
    by: 'account',
  },
  {
    tables: ['stream_replacements'],
    kept: 'as long as the video; the progress of its newest replacement',
    by: 'account',
  },
  {
    tables: ['transcode_pieces'],
    kept: 'while a long video is being processed; the progress of its processing',
    by: 'account',
  },
  {
    tables: ['kept_originals'],
    kept: '14 days after the video was processed, together with the uploaded file',
    by: 'delete-kept-originals',
  },
  { tables: ['media_hashes', 'idle_encodings'], kept: 'as long as the video', by: 'account' },
  {
    tables: ['removed_media_hashes'],
    kept: 'permanently, or until the media is restored; perceptual hashes of media removed for a serious reason, which identify no one',
    by: 'never',
  },
  { tables: ['renditions'], kept: 'six hours after a better rendition replaced it', by: 'sweep-renditions' },
  {
    tables: ['sessions', 'bearer_tokens'],
    kept: '30 days after the last use, or one day without “Remember me”',
    by: 'sweep-sign-ins',
  },
  {
    tables: ['verifications', 'sign_in_links', 'pending_sign_ins', 'passkey_challenges'],
    kept: 'until used or expired, at most a day',
    by: 'sweep-sign-ins',
  },
  {
    tables: ['rate_limits'],
    kept: 'until they no longer count, at most a day; as keyed hashes',
    by: 'sweep-rate-limits',
  },
  {
    tables: ['reserved_usernames'],
    kept: `${usernameChangeCooldownDays} days, as a keyed hash`,
    by: 'sweep-reserved-usernames',
  },
  { tables: ['follow_request_history'], kept: 'one day', by: 'sweep-follow-request-history' },
  { tables: ['daily_watch_time'], kept: '90 days', by: 'sweep-watch-time' },
  {
    tables: ['watch_history'],
    kept: `${playbackResumeLimits.historyDays} days after the video was last watched, or until turned off or deleted`,
    by: 'here',
    sweep: { column: 'watched_at', days: playbackResumeLimits.historyDays },
  },
  {
    tables: ['daily_view_counts'],
    kept: '90 days by day, then as one number for as long as the video exists; nothing about who watched',
    by: 'aggregate-old-views',
  },
  {
    tables: ['recent_views', 'view_hash_keys', 'spent_view_tokens'],
    kept: 'until the end of the day; keyed hashes that recognize repeated views, their keys, and random numbers of used tokens',
    by: 'sweep-view-marks',
  },
  {
    tables: ['daily_video_analytics', 'daily_view_sources', 'daily_follower_changes'],
    kept: `${analyticsLimits.daysKept} days, as sums by day; nothing about who watched or followed`,
    by: 'release-analytics',
  },
  { tables: ['first_day_usage'], kept: 'the first day of an account', by: 'sweep-first-day-usage' },
  {
    tables: ['notifications', 'notification_causes'],
    kept: `${notificationRetentionDays} days`,
    by: 'sweep-notifications',
  },
  {
    tables: ['push_subscriptions'],
    kept: `as long as the session, and at most ${maxUnusedPushDeviceDays} days after the last push notification`,
    by: 'here',
    sweep: { column: 'used_at', days: maxUnusedPushDeviceDays },
  },
  {
    tables: ['push_deliveries'],
    kept: `as long as the notification, at most ${notificationRetentionDays} days`,
    by: 'sweep-notifications',
  },
  {
    tables: ['weekly_digests'],
    kept: '90 days; when the weekly email was sent',
    by: 'here',
    sweep: { column: 'created_at', days: 90 },
  },
  { tables: ['live_events'], kept: 'one hour', by: 'sweep-live-events' },
  ...webhookRetentionRules,
  {
    tables: ['erased_files'],
    kept: '30 days; hashed ids of erased videos and uploads',
    by: 'here',
    sweep: { column: 'erased_at', days: 30 },
  },
  {
    tables: ['storage_writes'],
    kept: 'until the files are stored or deleted, usually less than half an hour',
    by: 'sweep-storage-writes',
  },
  { tables: ['backup_runs'], kept: 'one year; no personal data', by: 'sweep-backup-runs' },
  {
    tables: ['media_cache_purges'],
    kept: 'until the shared cache has deleted the media, about a minute; without a shared cache, two days',
    by: 'here',
    sweep: { column: 'created_at', days: 2 },
  },
  { tables: ['invitations', 'pending_invitations'], kept: '90 days after expiry', by: 'sweep-sign-ins' },
  { tables: ['storage_sweeps', 'media_cache_purger'], kept: 'always; no personal data', by: 'never' },
  { tables: ['process_metrics'], kept: 'one day; no personal data', by: 'sweep-process-metrics' },
  {
    tables: ['playback_quality'],
    kept: `${playbackQualityDaysKept} days; totals per hour, no personal data`,
    by: 'sweep-playback-quality',
  },
  { tables: ['idempotency_keys'], kept: 'one day', by: 'sweep-idempotency-keys' },
  { tables: ['data_exports'], kept: `${dataExportLimits.days} days`, by: 'sweep-exports' },
  ...consoleRetentionRules,
  {
    tables: ['reports'],
    kept: 'two years after the decision; the source of a signed-out report for 30 days, as a keyed hash',
    by: 'here',
    sweep: { column: 'decided_at', days: 730 },
  },
  { tables: ['case_sources'], kept: '30 days, as a keyed hash of the reporter', by: 'sweep-report-sources' },
  {
    tables: ['notices', 'notice_cases'],
    kept: 'one year after the answer',
    by: 'here',
    sweep: { column: 'answered_at', days: 365 },
  },
  {
    tables: ['cases', 'staff_access_log'],
    kept: 'two years after the case was closed',
    by: 'here',
    sweep: { column: 'closed_at', days: 730 },
  },
  { tables: ['decisions', 'appeals'], kept: untilAccountDeletion, by: 'account' },
  {
    tables: ['audit_log'],
    kept: 'permanently; it contains no names, and ids only as keyed hashes',
    by: 'never',
  },
  {
    tables: ['transparency_reports', 'encode_speeds', 'site_secrets', 'migrations', 'site_settings'],
    kept: 'permanently; no personal data',
    by: 'never',
  },
]

/** Deletes rows whose retention period has ended. This daily job is idempotent. */
export async function enforceRetention(now: Date = new Date()): Promise<void> {
  for (const { tables, sweep } of retentionRules) {
    if (!sweep) continue
    const oldest = new Date(now.getTime() - sweep.days * 24 * 3600_000)
    await sql`delete from ${sql.table(tables[0]!)} where ${sql.ref(sweep.column)} < ${oldest}`.execute(db)
  }
}

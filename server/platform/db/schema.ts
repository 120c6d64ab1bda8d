import type {
  BroadcastChunksTable,
  BroadcastPartsTable,
  BroadcastRemindersTable,
  BroadcastRenditionsTable,
  BroadcastsTable,
  BroadcastViewersTable,
  BroadcastWorkersTable,
  CancelledBroadcastRemindersTable,
  CancelledBroadcastsTable,
  ScheduledBroadcastsTable,
} from './tables/broadcasts.ts'
import type { Generated } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import type { TimestampColumn, CreatedAtColumn } from './tables/columns.ts'
import type { DailyWatchTimeTable, WatchHistorySettingsTable, WatchHistoryTable } from './tables/wellbeing.ts'
import type {
  DailyFollowerChangesTable,
  DailyVideoAnalyticsTable,
  DailyViewSourcesTable,
} from './tables/analytics.ts'
import type {
  CommentEditsTable,
  CommentLikeCountsTable,
  CommentLikesTable,
  CommentMentionsTable,
  CommentRanksTable,
  CommentsTable,
} from './tables/comments.ts'
import type { StreamReplacementsTable } from './tables/replacements.ts'
import type { MediaHashesTable, RemovedMediaHashesTable } from './tables/media-hashes.ts'
import type {
  ContentTable,
  ContentTagsTable,
  IdleEncodingsTable,
  RenditionsTable,
  StreamsTable,
  TranscodePiecesTable,
  UploadsTable,
} from './tables/content.ts'
import type { AppealsTable, AuditLogTable, DecisionsTable, StaffAccessLogTable } from './tables/moderation.ts'
import type { FollowRequestHistoryTable, FollowsTable } from './tables/follows.ts'
import type { NotificationCausesTable, NotificationsTable } from './tables/notifications.ts'
import type {
  ContactMessagesTable,
  ContactRepliesTable,
  PrivateDetailsTable,
  ProfilesTable,
  UsersTable,
} from './tables/accounts.ts'
import type {
  BearerTokensTable,
  InvitationsTable,
  PendingSignInsTable,
  StaffGraceSignInsTable,
  PasskeyChallengesTable,
  PasskeysTable,
  TwoFactorTable,
  SessionsTable,
  ProviderRoleGrantsTable,
  SignInMethodsTable,
  VerificationsTable,
} from './tables/auth.ts'
import type {
  AutomaticCaptionsTable,
  CaptionDraftsTable,
  CaptionPassagesTable,
  CaptionsTable,
  EmbeddedCaptionsTable,
} from './tables/captions.ts'
import type { CasesTable, FirstDayUsageTable } from './tables/safety.ts'
import type { PlaylistItemsTable, PlaylistsTable } from './tables/playlists.ts'
import type {
  PushDeliveriesTable,
  PushOptInsTable,
  PushSubscriptionsTable,
  WeeklyDigestSettingsTable,
  WeeklyDigestsTable,
} from './tables/push.ts'
import type { ChatHelpersTable, ChatRemovalsTable, ChatSendersTable } from './tables/chat.ts'
import type { EncoderConnectionsTable, StreamKeysTable } from './tables/stream-keys.ts'
import type { EpisodeNotificationsTable, SeriesEpisodesTable, SeriesTable } from './tables/series.ts'
import type { NoticesTable, ReportsTable } from './tables/reports.ts'
import type {
  MediaCachePurgerTable,
  MediaCachePurgesTable,
  PlaybackQualityTable,
  ProcessMetricsTable,
  BackupRunsTable,
  IntegrityChecksTable,
  SiteSettingsTable,
  StorageSweepsTable,
  StorageTotalsTable,
  StorageUsageTable,
  StorageWritesTable,
} from './tables/operations.ts'
import type { WebhookDeliveriesTable, WebhookEndpointsTable, WebhookEventsTable } from './tables/webhooks.ts'
import type { DataExportsTable, IdempotencyKeysTable, TransparencyReportsTable } from './tables/privacy.ts'

/**
 * The tables as they are after all migrations. The columns have the names that the specification gives them
 * (section 3).
 */
export interface Database {
  site_secrets: { name: string; value: string }
  users: UsersTable
  private_details: PrivateDetailsTable
  profiles: ProfilesTable
  sessions: SessionsTable
  sign_in_methods: SignInMethodsTable
  provider_role_grants: ProviderRoleGrantsTable
  verifications: VerificationsTable
  reserved_usernames: { username_hash: string; reserved_until: Date }
  sign_in_links: { token_hash: string; user_id: string; expires_at: Date; created_at: CreatedAtColumn }
  bearer_tokens: BearerTokensTable
  second_factors: TwoFactorTable
  recovery_codes: { user_id: string; code_hash: string; used_at: Date | null }
  pending_sign_ins: PendingSignInsTable
  staff_grace_sign_ins: StaffGraceSignInsTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  rate_limits: { key: string; attempts: Date[]; expires_at: Date }
  content: ContentTable
  /** Only database triggers change `search_vocabulary` and `chart_points` (migrations 0028 and 0029). */
  search_vocabulary: { word: string; items: number }
  chart_points: { content_id: string; points: number; created_at: Date }
  likes: { id: Generated<string>; content_id: string; user_id: string; created_at: CreatedAtColumn }
  comments: CommentsTable
  comment_edits: CommentEditsTable
  comment_likes: CommentLikesTable
  comment_mentions: CommentMentionsTable
  comment_like_counts: CommentLikeCountsTable
  comment_ranks: CommentRanksTable
  content_tags: ContentTagsTable
  captions: CaptionsTable
  caption_passages: CaptionPassagesTable
  caption_drafts: CaptionDraftsTable
  offered_captions: EmbeddedCaptionsTable
  automatic_captions: AutomaticCaptionsTable
  broadcasts: BroadcastsTable
  broadcast_chunks: BroadcastChunksTable
  broadcast_renditions: BroadcastRenditionsTable
  broadcast_parts: BroadcastPartsTable
  broadcast_workers: BroadcastWorkersTable
  broadcast_viewers: BroadcastViewersTable
  scheduled_broadcasts: ScheduledBroadcastsTable
  broadcast_reminders: BroadcastRemindersTable
  cancelled_broadcasts: CancelledBroadcastsTable
  cancelled_broadcast_reminders: CancelledBroadcastRemindersTable
  stream_keys: StreamKeysTable
  chat_senders: ChatSendersTable
  chat_helpers: ChatHelpersTable
  chat_removals: ChatRemovalsTable
  encoder_connections: EncoderConnectionsTable
  playlists: PlaylistsTable
  playlist_items: PlaylistItemsTable
  series: SeriesTable
  series_episodes: SeriesEpisodesTable
  episode_notifications: EpisodeNotificationsTable
  uploads: UploadsTable
  streams: StreamsTable
  transcode_pieces: TranscodePiecesTable
  idle_encodings: IdleEncodingsTable
  kept_originals: { content_id: string; expires_at: Date }
  stream_replacements: StreamReplacementsTable
  renditions: RenditionsTable
  encode_speeds: { measured_at: CreatedAtColumn; work: number; seconds: number }
  contact_messages: ContactMessagesTable
  contact_replies: ContactRepliesTable
  daily_watch_time: DailyWatchTimeTable
  watch_history: WatchHistoryTable
  watch_history_settings: WatchHistorySettingsTable
  daily_view_counts: { content_id: string; day: string; views: number }
  daily_video_analytics: DailyVideoAnalyticsTable
  daily_view_sources: DailyViewSourcesTable
  /** Only database triggers insert into `daily_follower_changes` (migration 0074). */
  daily_follower_changes: DailyFollowerChangesTable
  view_hash_keys: { day: string; key: Buffer }
  recent_views: { hash: Buffer; day: string; viewed_at: Date }
  spent_view_tokens: { nonce: Buffer; expires_at: Date }
  media_hashes: MediaHashesTable
  removed_media_hashes: RemovedMediaHashesTable
  live_events: {
    id: Generated<number>
    topic: string
    name: string
    data: unknown
    created_at: CreatedAtColumn
  }
  notifications: NotificationsTable
  notification_causes: NotificationCausesTable
  follows: FollowsTable
  follow_request_history: FollowRequestHistoryTable
  blocks: { blocker_id: string; blocked_id: string; created_at: CreatedAtColumn }
  mutes: { muter_id: string; muted_id: string; created_at: CreatedAtColumn }
  cases: CasesTable
  decisions: DecisionsTable
  appeals: AppealsTable
  staff_access_log: StaffAccessLogTable
  audit_log: AuditLogTable
  reports: ReportsTable
  notices: NoticesTable
  /**
   * A keyed hash of the account or network that caused a moderation case
   * (server/moderation/report-floods/report-floods.ts).
   */
  case_sources: { case_id: string; source: string; claim: Generated<string>; joined_at: Generated<Date> }
  notice_cases: { notice_id: string; case_id: string; outcome: 'removed' | 'nothing' | null }
  safety_settings: { user_id: string; setting: SafetySettingKey; value: unknown; changed_at: TimestampColumn }
  first_day_usage: FirstDayUsageTable
  idempotency_keys: IdempotencyKeysTable
  data_exports: DataExportsTable
  erased_files: { name: Buffer; erased_at: CreatedAtColumn }
  media_cache_purges: MediaCachePurgesTable
  media_cache_purger: MediaCachePurgerTable
  storage_writes: StorageWritesTable
  storage_sweeps: StorageSweepsTable
  storage_totals: StorageTotalsTable
  storage_usage: StorageUsageTable
  integrity_checks: IntegrityChecksTable
  backup_runs: BackupRunsTable
  site_settings: SiteSettingsTable
  invitations: InvitationsTable
  pending_invitations: { user_id: string; invitation_id: string }
  process_metrics: ProcessMetricsTable
  playback_quality: PlaybackQualityTable
  transparency_reports: TransparencyReportsTable
  push_subscriptions: PushSubscriptionsTable
  push_opt_ins: PushOptInsTable
  push_deliveries: PushDeliveriesTable
  weekly_digest_settings: WeeklyDigestSettingsTable
  weekly_digests: WeeklyDigestsTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: WebhookDeliveriesTable
  notification_opt_outs: { user_id: string; kind: NotificationKind }
}

/**
 * Lists the tables that are not exported, with the reason. This list and `data-export-files.ts` together cover
 * every table of the database.
 */
export const tablesExcludedFromExport: Readonly<Record<string, string>> = {
  migrations: 'about the installation, not about people',
  site_secrets: 'keys of the installation',
  encode_speeds: 'measurements of the installation',
  process_metrics: 'measurements of the installation',
  playback_quality: 'totals of all viewings, without people or videos',
  verifications: 'one-time secrets, deleted within a day',
  sign_in_links: 'hashes of one-time secrets, deleted within minutes',
  recovery_codes: 'hashes of secrets',
  pending_sign_ins: 'hashes of one-time secrets, deleted within minutes',
  passkey_challenges: 'random one-time numbers, deleted within minutes',
  bearer_tokens: 'hashes of secrets; the sessions they belong to are in the export',
  rate_limits: 'keyed hashes of the targets of sign-in attempts and activity limits, deleted within a day',
  reserved_usernames: 'keyed hashes that cannot be turned back into usernames',
  recent_views: 'keyed hashes that recognize repeated views, deleted after the day',
  view_hash_keys: 'random keys for the hashes in recent_views, deleted after the day',
  spent_view_tokens: 'random numbers of used tokens, deleted after six hours',
  search_vocabulary: 'counts of words in titles, without their authors',
  caption_passages: 'an index of the captions; the captions themselves are in the export',
  content_tags: 'an index of the tags; the tags themselves are in the export of the videos',
  comment_like_counts: 'totals of data in other tables',
  comment_ranks: 'totals of data in other tables',
  chart_points: 'totals of data in other tables',
  renditions: 'technical data; the videos themselves are in the export',
  idle_encodings: 'technical data; the videos themselves are in the export',
  kept_originals: 'only when the uploaded file is deleted; while it exists, it is in the export',
  transcode_pieces: 'exists only while a video is being processed; the video itself is in the export',
  broadcast_chunks: 'the raw source of a broadcast, deleted after it; its recording is in the export',
  broadcast_renditions: 'technical data; the recording of the broadcast is in the export',
  broadcast_parts: 'technical data; the recording of the broadcast is in the export',
  chat_senders:
    'times of messages in chats with slow mode, deleted after a day; the messages are in the export',
  encoder_connections: 'exists only while an encoder is sending to a broadcast',
  broadcast_viewers: 'keyed hashes for counting the viewers of a broadcast, deleted within minutes',
  broadcast_workers: 'about the installation, not about people',
  idempotency_keys: 'copies of data in other tables, kept for a day to answer repeated requests',
  live_events: 'copies of data in other tables, kept for an hour',
  notification_causes: 'what other people did; the user’s own likes and comments are in the export',
  cancelled_broadcast_reminders:
    'kept only until the user is told that the broadcast was cancelled; the notification is in the export',
  push_deliveries: 'which notification was sent to which device; both are in the export',
  cases: 'the moderators’ work; its results are in the export as decisions',
  staff_access_log: 'a log of what moderators viewed',
  audit_log:
    'a tamper-evident record of what staff did; its effects on the user are in the export as decisions',
  transparency_reports: 'statistics without personal data',
  notices: 'sent without an account, from an email address, and answered to that address',
  case_sources:
    'keyed hashes that show whether reports come from one source or several; deleted after 30 days',
  notice_cases: 'the moderators’ work on notices',
  follow_request_history:
    'kept for a day to prevent repeated follow requests; pending requests are in follows',
  automatic_captions:
    'the progress of automatic captions; complete automatic captions are in the export with the other captions',
  stream_replacements:
    'the progress of replacing a video’s file; the current file of each video is in the export',
  media_hashes: 'perceptual hashes that recognise a video; the video itself is in the export',
  removed_media_hashes: 'perceptual hashes of removed media; they identify no one',
  data_exports: 'the records of the exports themselves',
  storage_writes: 'files that are being stored or deleted; the files are in the export',
  storage_sweeps: 'the progress of the file sweep; it identifies no one',
  erased_files: 'hashes of the names of deleted files; they identify no one',
}

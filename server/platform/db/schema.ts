import type { ColumnType, Generated } from 'kysely'
import type { ContentType, Visibility } from '#contract/kinds.ts'
import type { StreamStatus } from '#contract/content.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { StreamState } from '#contract/uploads.ts'

/** The tables as the migrations leave them. Field names are the specification's (section 3). */
export interface Database {
  site_secrets: { name: string; value: string }
  users: Users
  private_details: PrivateDetails
  profiles: Profiles
  sessions: Sessions
  sign_in_methods: SignInMethods
  verifications: Verifications
  dropped_usernames: { handle: string; free_at: Date }
  sign_in_links: { token_hash: string; user_id: string; expires_at: Date; created_at: Made }
  bearer_tokens: BearerTokens
  content: ContentTable
  likes: { id: Generated<string>; content_id: string; user_id: string; created_at: Made }
  comments: Comments
  uploads: Uploads
  streams: Streams
  renditions: Renditions
  encode_speeds: { measured_at: Made; work: number; seconds: number }
  contact_messages: ContactMessages
  live_events: { id: Generated<number>; topic: string; name: string; data: unknown; created_at: Made }
  notifications: Notifications
  notification_causes: NotificationCauses
  notification_switches: { user_id: string; kind: NotificationKind }
}

/** Set by the database, never updated. */
type Made = ColumnType<Date, Date | undefined, never>
type Kept = ColumnType<Date, Date | undefined, Date>
type Id = Generated<string>

interface Users {
  id: Id
  email: string
  email_verified: Generated<boolean>
  name: Generated<string>
  image: string | null
  role: Generated<'user' | 'moderator' | 'safety_lead' | 'admin'>
  created_at: Made
  updated_at: Kept
}

interface PrivateDetails {
  user_id: string
  full_name: string
  first_name: string | null
  age: number
  age_declared_on: Generated<string>
  terms_accepted_at: Made
  terms_version: string
  marketing: Generated<boolean>
  display_name: Generated<string>
}

interface Profiles {
  id: Id
  user_id: string
  username: string
  display_name: Generated<string>
  bio: Generated<string>
  is_minor: Generated<boolean>
  display_name_mode: Generated<'full_name' | 'username'>
  avatar_url: string | null
  is_private: Generated<boolean>
  username_is_made_up: Generated<boolean>
  last_username_change: Date | null
  leaving_at: Date | null
  created_at: Made
  updated_at: Kept
  search_words: Generated<string>
}

interface Sessions {
  id: Id
  user_id: string
  token: string
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  remembered: Generated<boolean>
  created_at: Made
  updated_at: Kept
}

interface SignInMethods {
  id: Id
  user_id: string
  provider_id: string
  account_id: string
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: Date | null
  refresh_token_expires_at: Date | null
  scope: string | null
  created_at: Made
  updated_at: Kept
}

interface Verifications {
  id: Id
  identifier: string
  value: string
  expires_at: Date
  created_at: Made
  updated_at: Kept
}

interface BearerTokens {
  hash: string
  session_id: string
  kind: 'access' | 'refresh'
  expires_at: Date
  used_at: Date | null
}

interface ContentTable {
  id: Id
  user_id: string
  title: string
  description: Generated<string>
  genre: Generated<string>
  content_type: ContentType
  visibility: Generated<Visibility>
  moderation: Generated<'pending' | 'approved' | 'limited' | 'held' | 'removed' | 'quarantined'>
  file_url: string | null
  video_url: string | null
  trailer_url: string | null
  preview_url: string | null
  cover_url: string | null
  thumbnail_url: string | null
  storyboard_url: string | null
  stream_url: string | null
  stream_status: Generated<StreamStatus>
  stream_id: Id
  stream_thumbnail_url: string | null
  playback_id: string
  vast_tag_url: string | null
  ad_breaks: Generated<number[]>
  monetization_enabled: Generated<boolean>
  duration_seconds: number | null
  width: number | null
  height: number | null
  loudness_lufs: number | null
  is_featured: Generated<boolean>
  likes_count: Generated<number>
  comments_count: Generated<number>
  created_at: Kept
  updated_at: Kept
  deleted_at: Date | null
  /** What it can be found by; the database writes both (migration 0007). */
  search: Generated<string>
  search_words: Generated<string>
}

interface Comments {
  id: Id
  content_id: string
  user_id: string
  body: string
  moderation: Generated<'approved' | 'held' | 'removed'>
  created_at: Made
}

interface ContactMessages {
  id: Id
  user_id: string | null
  first_name: string
  last_name: string
  email: string
  subject: string
  topic: string | null
  message: string
  created_at: Made
}

interface Uploads {
  id: Id
  content_id: string
  user_id: string
  file_name: string
  file_size: number
  demuxer: string | null
  completed_at: Date | null
  created_at: Made
  touched_at: Kept
}

interface Streams {
  id: string
  content_id: string
  state: Generated<StreamState>
  fence: Generated<number>
  tries: Generated<number>
  percent: Generated<number>
  eta_seconds: number | null
  playable: Generated<boolean>
  queued_at: Date | null
  started_at: Date | null
  heartbeat_at: Date | null
  finished_at: Date | null
  error_title: string | null
  error_detail: string | null
  source: unknown
}

interface Renditions {
  content_id: string
  name: string
  fence: number
  folder: string
  width: number
  height: number
  codecs: string
  frame_rate: number
  bandwidth: number
  average_bandwidth: number
  independent: Generated<boolean>
  superseded_at: Date | null
}

interface Notifications {
  id: Id
  user_id: string
  kind: NotificationKind
  content_id: string | null
  created_at: Kept
  read_at: Date | null
}

interface NotificationCauses {
  user_id: string
  kind: NotificationKind
  subject_id: string
  actor_id: string
  notification_id: string
  made_at: Made
}

import type { Generated } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Setting } from '#contract/safety-defaults.ts'
import type { Kept, Made } from './tables/columns.ts'
import type { WatchDays } from './tables/wellbeing.ts'
import type { Fingerprints, RemovedMedia } from './tables/recognition.ts'
import type { Comments, ContentTable, Renditions, Streams, Uploads } from './tables/content.ts'
import type { Appeals, AuditLog, Decisions, StaffLooks } from './tables/moderation.ts'
import type { FollowAsks, Follows } from './tables/follows.ts'
import type { NotificationCauses, Notifications } from './tables/notifications.ts'
import type {
  BearerTokens,
  ContactMessages,
  Halfway,
  PasskeyChallenges,
  Passkeys,
  PrivateDetails,
  Profiles,
  SecondFactors,
  Sessions,
  SignInMethods,
  Users,
  Verifications,
} from './tables/people.ts'
import type { Cases, FirstDays } from './tables/safety.ts'
import type { Notices, Reports } from './tables/reports.ts'
import type { ProcessMinutes } from './tables/upkeep.ts'
import type { Exports, KeptAnswers, Transparency } from './tables/rights.ts'

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
  second_factors: SecondFactors
  recovery_codes: { user_id: string; code_hash: string; used_at: Date | null }
  halfway: Halfway
  passkeys: Passkeys
  passkey_challenges: PasskeyChallenges
  guesses: { who: string; tried_at: Date[]; ends_at: Date }
  content: ContentTable
  /** Written by the database alone, like `chart_points` (migrations 0028 and 0029). */
  search_vocabulary: { word: string; items: number }
  chart_points: { content_id: string; points: number; created_at: Date }
  likes: { id: Generated<string>; content_id: string; user_id: string; created_at: Made }
  comments: Comments
  uploads: Uploads
  streams: Streams
  renditions: Renditions
  encode_speeds: { measured_at: Made; work: number; seconds: number }
  contact_messages: ContactMessages
  watch_days: WatchDays
  view_days: { content_id: string; day: string; views: number }
  fingerprints: Fingerprints
  removed_media: RemovedMedia
  live_events: { id: Generated<number>; topic: string; name: string; data: unknown; created_at: Made }
  notifications: Notifications
  notification_causes: NotificationCauses
  follows: Follows
  follow_asks: FollowAsks
  blocks: { blocker_id: string; blocked_id: string; created_at: Made }
  mutes: { muter_id: string; muted_id: string; created_at: Made }
  cases: Cases
  decisions: Decisions
  appeals: Appeals
  staff_looks: StaffLooks
  audit_log: AuditLog
  reports: Reports
  notices: Notices
  /** Who opened or joined a case, as a keyed hash (server/moderation/floods.ts). */
  case_sources: { case_id: string; source: string; claim: Generated<string>; joined_at: Generated<Date> }
  notice_cases: { notice_id: string; case_id: string; outcome: 'removed' | 'nothing' | null }
  safety_settings: { user_id: string; setting: Setting; value: unknown; changed_at: Kept }
  first_days: FirstDays
  kept_answers: KeptAnswers
  exports: Exports
  erased_files: { name: Buffer; erased_at: Made }
  process_minutes: ProcessMinutes
  transparency: Transparency
  notification_switches: { user_id: string; kind: NotificationKind }
}

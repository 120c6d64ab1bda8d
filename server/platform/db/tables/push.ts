import type { Generated } from 'kysely'
import type { OptionalNotificationKind } from '#contract/notifications.ts'
import type { CreatedAtColumn, GeneratedIdColumn, TimestampColumn } from './columns.ts'

/* Tables for push notifications and the weekly digest. */

export interface PushSubscriptionsTable {
  id: GeneratedIdColumn
  user_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: TimestampColumn
  used_at: TimestampColumn
}

export interface PushOptInsTable {
  user_id: string
  kind: OptionalNotificationKind
}

export interface PushDeliveriesTable {
  notification_id: string
  subscription_id: string
  created_at: CreatedAtColumn
  attempts: Generated<number>
  leased_until: Date | null
  ended_at: Date | null
}

export interface WeeklyDigestSettingsTable {
  user_id: string
  next_at: Date
  checked_at: Date | null
  created_at: CreatedAtColumn
}

export interface WeeklyDigestsTable {
  user_id: string
  week: string
  created_at: CreatedAtColumn
}

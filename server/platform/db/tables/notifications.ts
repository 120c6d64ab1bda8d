import type { Generated } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { GeneratedIdColumn, TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Tables for notifications and their causes. */

export interface NotificationsTable {
  id: GeneratedIdColumn
  user_id: string
  kind: NotificationKind
  content_id: string | null
  /** The person whom the notification is about. */
  person_id: string | null
  created_at: TimestampColumn
  read_at: Date | null
  decision_ids: Generated<string[]>
}

export interface NotificationCausesTable {
  user_id: string
  kind: NotificationKind
  subject_id: string
  actor_id: string
  notification_id: string
  made_at: CreatedAtColumn
}

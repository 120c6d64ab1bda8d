import type { Generated } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Id, Kept, Made } from './columns.ts'

/* What people are told of. */

export interface Notifications {
  id: Id
  user_id: string
  kind: NotificationKind
  content_id: string | null
  /** Of an entry about one person: who. */
  person_id: string | null
  created_at: Kept
  read_at: Date | null
  decision_ids: Generated<string[]>
}

export interface NotificationCauses {
  user_id: string
  kind: NotificationKind
  subject_id: string
  actor_id: string
  notification_id: string
  made_at: Made
}

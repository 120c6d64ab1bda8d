import type { Generated } from 'kysely'
import type { WebhookDeliveryState, WebhookEventType } from '#contract/admin/webhooks.ts'
import type { CreatedAtColumn, GeneratedIdColumn } from './columns.ts'

/* Tables for webhooks (decisions/106). */

export interface WebhookEndpointsTable {
  id: GeneratedIdColumn
  url: string
  description: Generated<string>
  event_types: WebhookEventType[]
  is_enabled: Generated<boolean>
  disabled_because: 'failing' | 'gone' | null
  secret: string
  previous_secret: string | null
  previous_secret_expires_at: Date | null
  failing_since: Date | null
  created_at: CreatedAtColumn
}

export interface WebhookEventsTable {
  id: GeneratedIdColumn
  type: WebhookEventType
  subject_id: string
  user_id: string | null
  created_at: CreatedAtColumn
}

export interface WebhookDeliveriesTable {
  id: GeneratedIdColumn
  event_id: string
  endpoint_id: string
  state: Generated<WebhookDeliveryState>
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  attempted_at: Date | null
  response_ms: number | null
  response_status: number | null
  response_body: string | null
  error: string | null
  created_at: CreatedAtColumn
  ended_at: Date | null
}

import { webhookLimits } from '#contract/admin/webhooks.ts'
import type { RetentionRule } from './retention-rule.ts'

export const webhookRetentionRules: readonly RetentionRule[] = [
  { tables: ['webhook_endpoints'], kept: 'until an admin deletes them; no personal data', by: 'never' },
  {
    tables: ['webhook_events', 'webhook_deliveries'],
    kept: `${webhookLimits.logDays} days, and at most as long as the account that the event is about`,
    by: 'here',
    sweep: { column: 'created_at', days: webhookLimits.logDays },
  },
]

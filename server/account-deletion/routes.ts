import { cancelAccountDeletion as declared } from '#contract/accounts/account-deletion.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import type { CronJob } from '#server/platform/queue/queue.ts'
import { cancelScheduledDeletion } from './schedule-deletion.ts'
import { eraseDueAccounts } from './erase-account.ts'

export const accountDeletionRoutes = [
  mountEndpoint(declared, ({ viewer }) => cancelScheduledDeletion(requireMember(viewer))),
]

export const accountDeletionCronJobs: CronJob[] = [
  { name: 'erase-accounts', cron: '*/10 * * * *', run: eraseDueAccounts },
]

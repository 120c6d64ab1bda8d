import type { CronJob } from '#server/platform/queue/queue.ts'
import { deleteOldFollowRequestHistory } from './follow-request-history.ts'
import { recheckFollowPermissions } from './recheck-follow-permissions.ts'

export const followMaintenanceCronJobs: CronJob[] = [
  { name: 'recheck-follows', cron: '10 * * * *', run: recheckFollowPermissions },
  {
    name: 'sweep-follow-request-history',
    formerName: 'forget-asks',
    cron: '35 3 * * *',
    run: deleteOldFollowRequestHistory,
  },
]

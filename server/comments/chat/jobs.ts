import type { CronJob } from '#server/platform/queue/queue.ts'
import { endAdultHelpersOfMinors } from './chat-helpers.ts'

/** Runs after `mark-new-adults`. */
export const chatCronJobs: CronJob[] = [
  { name: 'end-adult-chat-helpers', cron: '10 * * * *', run: endAdultHelpersOfMinors },
]

import type { CronJob } from '#server/platform/queue/queue.ts'
import { sweepContactMessages } from './inbox/sweep-contact-messages.ts'

export const contactCronJobs: CronJob[] = [
  { name: 'sweep-contact-messages', cron: '29 4 * * *', run: () => sweepContactMessages() },
]

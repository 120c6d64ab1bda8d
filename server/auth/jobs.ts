import type { CronJob } from '#server/platform/queue/queue.ts'
import { emailConfirmationWorker } from './sign-up/email-confirmation.ts'
import { deleteExpiredFailedAttempts } from '#server/rate-limits/login-throttle.ts'
import { passwordResetWorker } from './passwords/reset-password.ts'
import { signInLinkWorker } from './sign-in-link.ts'
import { deleteExpiredSignIns } from './expired-sign-ins.ts'

export const authWorkers = [emailConfirmationWorker, signInLinkWorker, passwordResetWorker]

export const authCronJobs: CronJob[] = [
  { name: 'sweep-sign-ins', cron: '23 * * * *', run: deleteExpiredSignIns },
  {
    name: 'sweep-rate-limits',
    formerName: 'sweep-guesses',
    cron: '*/10 * * * *',
    run: deleteExpiredFailedAttempts,
  },
]

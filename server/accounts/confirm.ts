import { job, worker } from '../platform/queue.ts'
import { auth } from './auth.ts'

/** Mails the link that confirms an address. By the queue: joining works while the mail server is down. */
export const confirmEmail = job<{ email: string }>('confirm-email')

export const confirmWorker = worker(confirmEmail, async ({ email }) => {
  await auth.api.sendVerificationEmail({ body: { email } })
})

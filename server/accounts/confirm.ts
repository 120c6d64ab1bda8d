import { job, worker } from '../platform/queue.ts'
import { auth } from './auth.ts'
import { askLibrary } from './library.ts'

/** Mails the link that confirms an address. By the queue: joining works while the mail server is down. */
export const confirmEmail = job<{ email: string }>('confirm-email')

export const confirmWorker = worker(confirmEmail, async ({ email }) => {
  await auth.api.sendVerificationEmail({ body: { email } })
})

/** Answers the press of that link. Where it leads is ours to say: an address of the library's would take other sites too (`/.//evil`). */
export function confirmByLink(request: Request): Promise<Response> {
  const url = new URL(request.url)
  url.searchParams.set('callbackURL', '/?confirmed=1')
  return askLibrary(new Request(url, { headers: request.headers }))
}

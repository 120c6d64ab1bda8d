import { ApiError } from '#contract/errors/api-error.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import { consumeAttempts } from './login-throttle.ts'

/**
 * Counts an anonymous visitor's request for an email towards the limit of the visitor's IP address. Throws if
 * the limit is exceeded.
 */
export async function enforceEmailRequestLimit(address: string): Promise<void> {
  await consumeAttempts(
    ['emailRequests', getClientNetworkAddress(address)],
    ['emailRequestsPerDay', getClientNetworkAddress(address)],
  )
}

/**
 * Counts an email that anyone could have requested for this email address (such as a password reset), and
 * returns whether the email may be sent. All kinds of email share one count.
 */
export async function consumeEmailQuota(email: string): Promise<boolean> {
  const to = inboxOf(email)
  return consumeAttempts(['emailsPerHour', to], ['emailsPerDay', to]).then(
    () => true,
    (thrown) => {
      if (thrown instanceof ApiError) return false
      throw thrown
    },
  )
}

/**
 * Returns the inbox that an email address belongs to. The inbox is used only to count emails, not to send
 * them. A tag (`ada+news@…`) and, at Gmail, dots do not change the inbox.
 */
function inboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = local.split('+')[0] || local
  return `${/^g(oogle)?mail\.com$/.test(domain) ? name.replaceAll('.', '') : name}@${domain}`
}

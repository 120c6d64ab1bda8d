import { ApiError } from '#contract/errors/api-error.ts'
import { networkKeyOf } from '#server/platform/http/client-address.ts'
import { consumeAttempts } from './login-throttle.ts'

/**
 * An email that an anonymous visitor requested counts toward the limit of the visitor's address. Throws if
 * the limit is exceeded.
 */
export async function enforceEmailRequestLimit(address: string): Promise<void> {
  await consumeAttempts(
    ['emailRequests', networkKeyOf(address)],
    ['emailRequestsPerDay', networkKeyOf(address)],
  )
}

/**
 * Counts an email of a kind that strangers can request, and returns whether the email may be sent to this
 * address. All kinds of email share one count.
 */
export async function consumeEmailAllowance(email: string): Promise<boolean> {
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
 * Returns the inbox that an email address belongs to. The result is used only to count emails. A tag
 * (`ada+news@…`) and, at Gmail, dots do not change the inbox.
 */
function inboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = local.split('+')[0] || local
  return `${/^g(oogle)?mail\.com$/.test(domain) ? name.replaceAll('.', '') : name}@${domain}`
}

import type { socialProviders } from '#contract/accounts.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { auth } from './auth.ts'

/** Where to send the browser to sign in with somebody else's account. */
export async function socialUrl(
  provider: (typeof socialProviders)[number],
  next: string,
  answer: Headers,
): Promise<{ url: string }> {
  if (!config.social[provider]) throw new Refusal('not_found')
  const response = await auth.api.signInSocial({
    body: { provider, callbackURL: next, errorCallbackURL: '/login', disableRedirect: true },
    asResponse: true,
  })
  for (const cookie of response.headers.getSetCookie()) answer.append('set-cookie', cookie)
  const { url } = (await response.json()) as { url?: string }
  if (!url) throw new Refusal('unavailable')
  return { url }
}

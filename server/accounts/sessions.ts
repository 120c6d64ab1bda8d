import { socialProviders } from '#contract/accounts.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { auth } from './auth.ts'

interface Credentials {
  email: string
  password: string
  remember: boolean
}

/** Signs in and puts the session cookie into `answer`. Unknown address and wrong password answer alike. */
export async function startSession(
  { email, password, remember }: Credentials,
  headers: Headers,
  answer: Headers,
): Promise<void> {
  const response = await auth.api.signInEmail({
    body: { email, password, rememberMe: remember },
    headers,
    asResponse: true,
  })
  if (response.ok) return passCookies(response, answer)
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  throw new Refusal(code === 'EMAIL_NOT_VERIFIED' ? 'email_not_confirmed' : 'sign_in_failed')
}

/** Ends this session and clears its cookie. */
export async function endSession(headers: Headers, answer: Headers): Promise<void> {
  passCookies(await auth.api.signOut({ headers, asResponse: true }), answer)
}

/** Where to send the browser to sign in with somebody else's account. */
export async function socialUrl(
  provider: (typeof socialProviders)[number],
  answer: Headers,
): Promise<{ url: string }> {
  if (!config.social[provider]) throw new Refusal('not_found')
  const response = await auth.api.signInSocial({
    body: { provider, callbackURL: '/dashboard', disableRedirect: true },
    asResponse: true,
  })
  passCookies(response, answer)
  const { url } = (await response.json()) as { url?: string }
  if (!url) throw new Refusal('unavailable')
  return { url }
}

export function passCookies(from: Response, to: Headers): void {
  for (const cookie of from.headers.getSetCookie()) to.append('set-cookie', cookie)
}

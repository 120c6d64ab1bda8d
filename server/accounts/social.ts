import type { socialProviders } from '#contract/accounts.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { db } from '../platform/db/db.ts'
import { auth } from './auth.ts'
import { cookiesIn, sessionToken } from './cookie.ts'
import { asksForCode } from './second/check.ts'
import { admit } from './second/halfway.ts'

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

/**
 * Somebody is back from Google or Apple. Theirs is one proof: where the account asks for a code, the session made of it is taken
 * back, and the answer leads to the code.
 */
export async function holdAtTheCode(answer: Response, headers: Headers): Promise<Response> {
  const token = sessionToken(new Headers({ cookie: cookiesIn(answer.headers) }))
  if (!token) return answer
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'sessions.remembered'])
    .where('sessions.token', '=', token)
    .executeTakeFirst()
  if (!session || !(await asksForCode(db, session.id))) return answer
  await db.deleteFrom('sessions').where('token', '=', token).execute()
  const { pathname, search } = new URL(answer.headers.get('location') ?? '/', config.publicUrl)
  const held = new Headers({ 'cache-control': 'private, no-store' })
  held.set('location', `/login/code?${new URLSearchParams({ next: pathname + search })}`)
  await admit(db, { userId: session.id, email: session.email, remember: session.remembered }, headers, held)
  return new Response(null, { status: 302, headers: held })
}

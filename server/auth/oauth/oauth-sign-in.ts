import type { socialProviders } from '#contract/accounts/accounts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { betterAuthInstance, sessionCookieName } from '../auth.ts'
import { cookieHeaderFrom, readSessionToken } from '../cookies.ts'
import { completeFirstFactor } from '../two-factor/pending-sign-in.ts'
import { lockForSignIn } from '../sign-in-locks.ts'

/** Returns the provider's URL to which the browser is sent to sign in. */
export async function createProviderSignInUrl(
  provider: (typeof socialProviders)[number],
  next: string,
  responseHeaders: Headers,
): Promise<{ url: string }> {
  if (!config.social[provider]) throw new ApiError('not_found')
  const response = await betterAuthInstance.api.signInSocial({
    body: { provider, callbackURL: next, errorCallbackURL: '/login', disableRedirect: true },
    asResponse: true,
  })
  for (const cookie of response.headers.getSetCookie()) responseHeaders.append('set-cookie', cookie)
  const { url } = (await response.json()) as { url?: string }
  if (!url) throw new ApiError('unavailable')
  return { url }
}

/**
 * Completes a sign-in with Google or Apple. The library's session is replaced by one of ours, which also
 * replaces the browser's previous session. The provider's sign-in counts as the first factor. With two-factor
 * authentication no session is created yet, and the response redirects to the code page.
 */
export async function completeProviderSignIn(response: Response, headers: Headers): Promise<Response> {
  const token = readSessionToken(new Headers({ cookie: cookieHeaderFrom(response.headers) }))
  if (!token) return response
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'sessions.remembered'])
    // The library stores its plain token in the column for hashes, so its session cannot be opened.
    .where('sessions.token_hash', '=', token)
    .executeTakeFirst()
  if (!session) return response
  const { pathname, search } = new URL(response.headers.get('location') ?? '/', config.publicUrl)
  const own = new Headers({ 'cache-control': 'private, no-store' })
  for (const cookie of response.headers.getSetCookie())
    if (!cookie.startsWith(`${sessionCookieName()}=`)) own.append('set-cookie', cookie)
  const proved = { userId: session.id, email: session.email, remember: session.remembered }
  const isIn = await transaction(async (tx) => {
    await lockForSignIn(tx, session.id)
    const made = await tx.deleteFrom('sessions').where('token_hash', '=', token).executeTakeFirst()
    // If no row was deleted, the session had already been ended, together with all other sessions of the
    // account.
    return made.numDeletedRows > 0n ? completeFirstFactor(tx, proved, headers, own) : null
  })
  const next = pathname + search
  own.set('location', isIn ? next : `/login${isIn === null ? '' : '/code'}?${new URLSearchParams({ next })}`)
  return new Response(null, { status: 302, headers: own })
}

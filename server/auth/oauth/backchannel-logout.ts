import type { Context } from 'hono'
import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import { readBodyBytes } from '#server/platform/http/request-body.ts'
import type { HonoEnv } from '#server/platform/http/routes.ts'
import { log } from '#server/platform/log.ts'
import { getIpAttemptCounter, withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { type LogoutRequest, verifyLogoutToken } from './logout-token.ts'
import { failureReasonOf } from './provider-client.ts'
import { findSignInProvider, type SignInProvider } from './providers.ts'

const maxBodyBytes = 64 * 1024

/**
 * Handles the request with which a provider reports that a person has signed out there (OpenID Connect Back-Channel
 * Logout 1.0). Ends the sessions that were opened with this provider. Invalid requests count as failed attempts.
 */
export async function handleBackchannelLogout(c: Context<HonoEnv>): Promise<Response> {
  const provider = findSignInProvider(c.req.param('provider')!)
  if (!provider) throw new ApiError('not_found')
  const token = await readLogoutToken(c.req.raw)
  await withLoginThrottle([getIpAttemptCounter(c.get('address'))], ['logout_token_invalid'], async () => {
    const request = await verifyLogoutToken(provider, token).catch((error: unknown) => {
      log.warn('logout token rejected', { provider: provider.id, reason: failureReasonOf(error) })
      throw new ApiError('logout_token_invalid')
    })
    await endProviderSessions(provider, request)
  })
  return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } })
}

async function readLogoutToken(request: Request): Promise<string> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    throw new ApiError('logout_token_invalid')
  const bytes = await readBodyBytes(request, maxBodyBytes, 'body_too_large')
  const token = new URLSearchParams(new TextDecoder().decode(bytes)).get('logout_token')
  if (!token) throw new ApiError('logout_token_invalid')
  return token
}

async function endProviderSessions({ id }: SignInProvider, request: LogoutRequest): Promise<void> {
  const { subject, providerSession, issuedAt } = request
  const person = db
    .selectFrom('sign_in_methods')
    .select('user_id')
    .where('provider_id', '=', id)
    .where('account_id', '=', subject ?? '')
  const theirs = (rows: 'sessions' | 'pending_sign_ins') =>
    db
      .deleteFrom(rows)
      .where('provider_id', '=', id)
      .$if(providerSession !== null, (q) => q.where('provider_session', '=', providerSession))
      .$if(subject !== null, (q) => q.where('user_id', 'in', person))
  // `iat` has whole seconds, so a session that began within the same second is ended too.
  const { numDeletedRows } = await theirs('sessions')
    .where('created_at', '<', new Date(issuedAt.getTime() + 1000))
    .executeTakeFirst()
  await theirs('pending_sign_ins').execute()
  log.info('signed out by a provider', { sessions: Number(numDeletedRows) })
}

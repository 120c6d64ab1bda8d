import { betterAuth } from 'better-auth'
import { sessionLasts } from '#contract/limits.ts'
import { config } from '../platform/config.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { deviceOf } from './device.ts'
import { startRawTokens } from './raw-tokens.ts'
import { siteSecret } from './secret.ts'

let secret = ''

/**
 * The account library, on our own tables, for Google and Apple alone. Joining, signing in, mailed links and sessions are ours
 * (sign-up.ts, credentials.ts, mailed-token.ts, sessions.ts).
 */
export let auth: ReturnType<typeof create>

export async function startAuth(): Promise<void> {
  secret = await siteSecret()
  auth = create()
  await startRawTokens()
}

export function signingSecret(): string {
  return secret
}

/** `__Host-` where there is HTTPS; a plain name on http://localhost. */
export function sessionCookie(): string {
  return isSecure() ? '__Host-session' : 'session'
}

export function isSecure(): boolean {
  return config.publicUrl.startsWith('https:')
}

function create() {
  return betterAuth({
    appName: config.siteName,
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret,
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // Its own spans would hold the messages of its errors, and load OpenTelemetry for whoever has not asked for it.
    experimental: { instrumentation: { enabled: false } },
    logger: { level: 'error', log: (_level, message) => log.warn('accounts', { problem: message }) },
    // Where somebody lands who pressed Cancel there, or came with a link that has expired.
    onAPIError: { errorURL: `${config.publicUrl}/login` },
    socialProviders: {
      ...(config.social.google && { google: config.social.google }),
      ...(config.social.apple && { apple: config.social.apple }),
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionLasts.remembered.for / 1000,
      fields: sessionFields,
    },
    // Kept are the few words that a list of sessions shows.
    databaseHooks: {
      // Only those who come by a provider are made here. With an address that nobody has confirmed they could wait in it for its owner.
      user: { create: { before: async ({ emailVerified }) => (emailVerified ? undefined : false) } },
      session: {
        create: {
          before: async (made) => ({ data: { ...made, userAgent: deviceOf(made.userAgent) } }),
          after: async ({ userId }) => log.info('signed in by a provider', { userId }),
        },
      },
    },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
    account: { modelName: 'sign_in_methods', fields: methodFields, accountLinking: { enabled: true } },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...times },
    },
    // Our own doors guard the origin, and how often somebody may guess (guesses.ts).
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() },
      cookies: {
        session_token: { name: sessionCookie() },
        state: { name: isSecure() ? '__Host-state' : 'state' },
      },
      // A session keeps no address: we do not need to know where a teen is.
      ipAddress: { disableIpTracking: true },
    },
  })
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
const sessionFields = {
  // Whatever the library writes here opens nothing: sessions are looked up by the hash of a token (social.ts makes them ours).
  token: 'token_hash',
  userId: 'user_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
  ...times,
}
const methodFields = {
  userId: 'user_id',
  accountId: 'account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
  ...times,
}

/** No letter that is on its way opens the account any more: sign-in links, links for a new password; nor who waits with the old one. */
export async function forgetLetters(on: Db | Tx, userId: string): Promise<void> {
  await on.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  await on.deleteFrom('verifications').where('value', '=', userId).execute()
  await on.deleteFrom('halfway').where('user_id', '=', userId).execute()
}

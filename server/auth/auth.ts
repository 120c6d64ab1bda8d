import { betterAuth } from 'better-auth'
import { sessionLifetimes } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { describeDevice } from './device-name.ts'
import { loadLegacyTokenDeadline } from './legacy-session-tokens.ts'
import { getSigningSecret, loadSigningSecret } from '#server/platform/site-secret.ts'

/**
 * The account library, on our own tables, for Google and Apple alone. Joining, signing in, mailed links and sessions are ours
 * (sign-up.ts, credentials.ts, mailed-token.ts, sessions.ts).
 */
export let authLibrary: ReturnType<typeof createBetterAuth>

export async function startAuth(): Promise<void> {
  await loadSigningSecret()
  authLibrary = createBetterAuth()
  await loadLegacyTokenDeadline()
}

/** `__Host-` where there is HTTPS; a plain name on http://localhost. */
export function sessionCookieName(): string {
  return isHttpsSite() ? '__Host-session' : 'session'
}

export function isHttpsSite(): boolean {
  return config.publicUrl.startsWith('https:')
}

function createBetterAuth() {
  return betterAuth({
    appName: config.siteName,
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: getSigningSecret(),
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
      expiresIn: sessionLifetimes.remembered.for / 1000,
      fields: sessionFields,
    },
    // Kept are the few words that a list of sessions shows.
    databaseHooks: {
      // Only those who come by a provider are made here. With an address that nobody has confirmed they could wait in it for its owner.
      user: { create: { before: async ({ emailVerified }) => (emailVerified ? undefined : false) } },
      session: {
        create: {
          before: async (made) => ({ data: { ...made, userAgent: describeDevice(made.userAgent) } }),
          after: async ({ userId }) => log.info('signed in by a provider', { userId }),
        },
      },
    },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...timestampFields } },
    account: { modelName: 'sign_in_methods', fields: signInMethodFields, accountLinking: { enabled: true } },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...timestampFields },
    },
    // Our own doors guard the origin, and how often somebody may guess (guesses.ts).
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttpsSite() },
      cookies: {
        session_token: { name: sessionCookieName() },
        state: { name: isHttpsSite() ? '__Host-state' : 'state' },
      },
      // A session keeps no address: we do not need to know where a teen is.
      ipAddress: { disableIpTracking: true },
    },
  })
}

const timestampFields = { createdAt: 'created_at', updatedAt: 'updated_at' }
const sessionFields = {
  // Whatever the library writes here opens nothing: sessions are looked up by the hash of a token (social.ts makes them ours).
  token: 'token_hash',
  userId: 'user_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
  ...timestampFields,
}
const signInMethodFields = {
  userId: 'user_id',
  accountId: 'account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
  ...timestampFields,
}

/** No letter that is on its way opens the account any more: sign-in links, links for a new password; nor who waits with the old one. */
export async function revokePendingSignIns(on: Db | Tx, userId: string): Promise<void> {
  await on.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  await on.deleteFrom('verifications').where('value', '=', userId).execute()
  await on.deleteFrom('halfway').where('user_id', '=', userId).execute()
}

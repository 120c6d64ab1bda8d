import { betterAuth } from 'better-auth'
import { sessionLifetimes } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { describeDevice } from './device-name.ts'
import { loadLegacyTokenDeadline } from './legacy-session-tokens.ts'
import { getSigningSecret, loadSigningSecret } from '#server/platform/site-secret.ts'

/**
 * Configures the Better Auth library for our own tables. The library is used only for Google and Apple.
 * Sign-up, sign-in, emailed links and sessions are our own code (sign-up/, credentials.ts, email-tokens.ts,
 * sessions.ts).
 */
export let betterAuthInstance: ReturnType<typeof createBetterAuth>

export async function initializeAuth(): Promise<void> {
  await loadSigningSecret()
  betterAuthInstance = createBetterAuth()
  await loadLegacyTokenDeadline()
}

/**
 * Returns the name of the session cookie: with the `__Host-` prefix under HTTPS, and without it on
 * http://localhost.
 */
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
    // Instrumentation is off for two reasons: the library's spans would contain its error messages, and
    // OpenTelemetry would be loaded on every site.
    experimental: { instrumentation: { enabled: false } },
    logger: {
      level: 'error',
      log: (_level, message) => log.warn('account library error', { problem: message }),
    },
    // The library redirects people here after they cancel at the provider or open an expired link.
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
    // A session stores only the device name that the list of sessions shows.
    databaseHooks: {
      // The library creates accounts only for provider sign-ins. Accounts with an unverified address are
      // rejected: a stranger could create one, and would still have access to it after the address's owner
      // signs in.
      user: { create: { before: async ({ emailVerified }) => (emailVerified ? undefined : false) } },
      session: {
        create: {
          before: async (made) => ({ data: { ...made, userAgent: describeDevice(made.userAgent) } }),
          after: async ({ userId }) => log.info('signed in with a provider', { userId }),
        },
      },
    },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...timestampFields } },
    account: { modelName: 'sign_in_methods', fields: signInMethodFields, accountLinking: { enabled: true } },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...timestampFields },
    },
    // The library's rate limit is off because our routes check the origin and limit attempts
    // (rate-limits/login-throttle.ts).
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttpsSite() },
      cookies: {
        session_token: { name: sessionCookieName() },
        state: { name: isHttpsSite() ? '__Host-state' : 'state' },
      },
      // Sessions store no IP address, because we do not need to know where a teenager is.
      ipAddress: { disableIpTracking: true },
    },
  })
}

const timestampFields = { createdAt: 'created_at', updatedAt: 'updated_at' }
const sessionFields = {
  // The library's tokens do not grant access, because sessions are looked up by a token's hash
  // (oauth/oauth-sign-in.ts replaces them with our own sessions).
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

/**
 * Revokes everything that could still open a session: emailed sign-in links, password reset links and pending
 * sign-ins.
 */
export async function revokePendingSignIns(on: Db | Tx, userId: string): Promise<void> {
  await on.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  await on.deleteFrom('verifications').where('value', '=', userId).execute()
  await on.deleteFrom('halfway').where('user_id', '=', userId).execute()
}

import type { BlockList } from 'node:net'
import type { z } from 'zod'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'
import { ConfigError } from './settings/config-error.ts'
import { siteSettingKeys, siteSettings, type SiteSettingValues } from '#contract/settings/site-settings.ts'
import { isLoopbackHost, loopbackNetworks, parseNetworkList } from './ip-networks.ts'
import type { MediaCacheConfig } from './settings/media-cache-settings.ts'
import { readSettingFiles } from './settings/setting-files.ts'
import { Settings } from './settings/settings.ts'
import { listUnencryptedConnections } from './settings/unencrypted-connections.ts'
import {
  readSignInProviderSettings,
  type SignInProviderSettings,
} from './sign-in-providers/sign-in-provider-settings.ts'

/** The parsed settings. Sizes are in bytes, and URLs have no trailing slash. */
export interface Config {
  port: number
  host: string
  dataDir: string
  publicUrl: string
  /** Whether the site's URL points to this machine, as in a trial or a test. */
  isLocal: boolean
  /** The proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: BlockList
  /** The keys that encrypt secrets in the database. The first one encrypts new secrets. */
  encryptionKeys: readonly string[]
  breachedPasswordsFile: string | undefined
  /**
   * The settings that the environment sets. They cannot be changed at run time. Read a setting with `getSetting`
   * (runtime-settings/runtime-settings.ts), which also knows the settings that admins have changed.
   */
  lockedSettings: Partial<SiteSettingValues>
  databaseUrl: string | undefined
  /** The address of PostgreSQL itself, if `databaseUrl` is the address of a connection pooler. */
  databaseDirectUrl: string | undefined
  /** The address of a streaming replica, from which anonymous visitors read lists and search results. */
  databaseReplicaUrl: string | undefined
  s3:
    | {
        bucket: string
        endpoint: string | undefined
        region: string
        accessKeyId: string
        secretAccessKey: string
      }
    | undefined
  /** The path of the internal location of nginx that sends stored media. Without it, the server sends them itself. */
  xAccelRedirect: string | undefined
  /** The shared cache that keeps media of public videos until it is purged. Undefined if no purger is configured. */
  mediaCache: MediaCacheConfig | undefined
  smtpUrl: string | undefined
  role: 'all' | 'web' | 'worker'
  adminEmail: string | undefined
  ads: boolean
  safetyPreset: 'standard' | 'strict'
  /**
   * The operator's country, whose law can require a higher minimum age (contract/safety/safety-defaults.ts).
   */
  country: string | undefined
  /** The activity limits per person are multiplied by this number (contract/limits.ts). 0 turns them off. */
  pace: number
  keepOriginals: boolean
  /** Whether idle workers re-encode watched videos with fewer bits. */
  idleEncoding: boolean
  /** The duration of the pieces of long videos in seconds. Videos of at least ten pieces are encoded in pieces. */
  pieceSeconds: number
  /** The model file for automatic captions. Without it, this site generates none. */
  captionsModel: string | undefined
  social: { google: Social | undefined; apple: Social | undefined }
  /** The OpenID Connect providers of OIDC_PROVIDERS, in the same order. */
  signInProviders: SignInProviderSettings[]
  /** The push services to which the server may send push messages. Empty if push notifications are off. */
  pushServices: string[]
  /** Services on this machine that may receive webhooks, for tests and development. */
  webhookTestOrigins: string[]
  /** Whether members can broadcast live. */
  live: boolean
  /**
   * Where this process receives broadcasts from encoders, and the address that people enter in their encoder.
   * Undefined if encoders cannot be used.
   */
  rtmp: { host: string; port: number; publicUrl: string } | undefined
  /** `token` protects /metrics, and `listen` is an additional port for metrics and health checks. */
  metrics: { token: string | undefined; listen: { host: string; port: number } | undefined }
  /** Where traces are sent (OTLP over HTTP), and the share of requests and jobs that are traced (0 to 1). */
  traces: { endpoint: string; service: string; share: number } | undefined
}

interface Social {
  clientId: string
  clientSecret: string
}

/** Reads the settings from `env` and from the files that it names. Ignores empty values. Throws a ConfigError for an invalid value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(readSettingFiles(env)).filter(([, value]) => value !== '' && value !== undefined),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw new ConfigError(describeConfigIssue(parsed.error.issues[0]!))
  const settings = parsed.data
  checkEncryption(settings)
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    publicUrl,
    isLocal: isLoopbackHostname(new URL(publicUrl).hostname),
    trustedProxies: parseNetworkList(
      settings.TRUST_PROXY ?? (publicUrl.startsWith('https:') ? loopbackNetworks : []),
    ),
    lockedSettings: lockedSettingsOf(settings),
    ...databaseUrlsOf(settings),
    s3: s3Of(settings),
    xAccelRedirect: settings.X_ACCEL_REDIRECT,
    mediaCache: mediaCacheOf(settings),
    smtpUrl: settings.SMTP_URL,
    encryptionKeys: settings.ENCRYPTION_KEYS,
    breachedPasswordsFile: settings.BREACHED_PASSWORDS_FILE,
    role: settings.ROLE,
    adminEmail: settings.ADMIN_EMAIL,
    ads: settings.ADS,
    safetyPreset: settings.SAFETY_PRESET,
    country: settings.COUNTRY,
    pace: settings.PACE,
    keepOriginals: settings.KEEP_ORIGINALS,
    idleEncoding: settings.IDLE_ENCODING,
    pieceSeconds: settings.PIECE_SECONDS,
    captionsModel: settings.CAPTIONS_MODEL,
    social: { google: socialCredentials(settings, 'GOOGLE'), apple: socialCredentials(settings, 'APPLE') },
    signInProviders: readSignInProviderSettings(settings.OIDC_PROVIDERS, given),
    pushServices: settings.PUSH_SERVICES,
    webhookTestOrigins: settings.WEBHOOK_TEST_ORIGINS,
    live: settings.LIVE,
    rtmp: rtmpOf(settings, publicUrl),
    metrics: metricsOf(settings),
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
          service: settings.OTEL_SERVICE_NAME,
          share: settings.TRACE_SHARE,
        }
      : undefined,
  }
}

function describeConfigIssue(issue: z.core.$ZodIssue): string {
  return `The setting ${String(issue.path[0])} ${issue.message.startsWith('must') ? issue.message : `is invalid: ${issue.message}`}.`
}

/** Connections to other machines carry personal data and passwords, so they must be encrypted. */
function checkEncryption(settings: Settings): void {
  const [unencrypted] = settings.ALLOW_UNENCRYPTED_CONNECTIONS ? [] : listUnencryptedConnections(settings)
  if (unencrypted)
    throw new ConfigError(
      `The setting ${unencrypted.setting} connects to another machine without encryption. ${unencrypted.advice} If only your own machines can reach that network, set ALLOW_UNENCRYPTED_CONNECTIONS=on instead.`,
    )
}

/** Returns the settings from `siteSettings` whose environment variables are set. */
function lockedSettingsOf(settings: Settings): Partial<SiteSettingValues> {
  const given = siteSettingKeys.flatMap((key) => {
    const name = siteSettings[key].environmentVariable
    const value = name === null ? undefined : settings[name as keyof Settings]
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(given) as Partial<SiteSettingValues>
}

function s3Of(settings: Settings): Config['s3'] {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (!bucket) return undefined
  if (!accessKeyId) throw new ConfigError('The setting S3_ACCESS_KEY_ID must be set if S3_BUCKET is set.')
  if (!secretAccessKey)
    throw new ConfigError('The setting S3_SECRET_ACCESS_KEY must be set if S3_BUCKET is set.')
  return { bucket, endpoint: settings.S3_ENDPOINT, region: settings.S3_REGION, accessKeyId, secretAccessKey }
}

function mediaCacheOf(settings: Settings): Config['mediaCache'] {
  const { MEDIA_CACHE_PURGE: purger, MEDIA_CACHE_PURGE_URL: urls, MEDIA_CACHE_PURGE_TOKEN: token } = settings
  if (!purger) return undefined
  if (!urls)
    throw new ConfigError('The setting MEDIA_CACHE_PURGE_URL must be set if MEDIA_CACHE_PURGE is set.')
  if (!token)
    throw new ConfigError('The setting MEDIA_CACHE_PURGE_TOKEN must be set if MEDIA_CACHE_PURGE is set.')
  return { purger, urls, token }
}

type DatabaseUrls = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'>

function databaseUrlsOf(settings: Settings): DatabaseUrls {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL } = settings
  for (const [name, value] of Object.entries({ DATABASE_DIRECT_URL, DATABASE_REPLICA_URL }))
    if (value && !DATABASE_URL)
      throw new ConfigError(`The setting DATABASE_URL must be set if ${name} is set.`)
  return {
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
    databaseReplicaUrl: DATABASE_REPLICA_URL,
  }
}

/** Reads the metrics settings. If other machines can reach the metrics port, METRICS_TOKEN must be set. */
function metricsOf(settings: Settings): Config['metrics'] {
  const { METRICS_TOKEN: token, METRICS_PORT: port, METRICS_HOST: host } = settings
  if (port === undefined) return { token, listen: undefined }
  if (!token && !isLoopbackHost(host))
    throw new ConfigError('The setting METRICS_TOKEN must be set if METRICS_HOST is not this machine.')
  return { token, listen: { host, port } }
}

function rtmpOf(settings: Settings, publicUrl: string): Config['rtmp'] {
  const { LIVE, RTMP_PORT: port, RTMP_HOST: host, RTMP_PUBLIC_ADDRESS } = settings
  if (!LIVE || port === undefined) return undefined
  const defaultPort = 1935
  const authority = new URL(publicUrl).hostname + (port === defaultPort ? '' : `:${port}`)
  return { host, port, publicUrl: RTMP_PUBLIC_ADDRESS ?? `rtmp://${authority}/live` }
}

function socialCredentials(settings: Settings, provider: 'GOOGLE' | 'APPLE'): Social | undefined {
  const clientId = settings[`${provider}_CLIENT_ID`]
  const clientSecret = settings[`${provider}_CLIENT_SECRET`]
  if (!clientId && !clientSecret) return undefined
  if (!clientId)
    throw new ConfigError(
      `The setting ${provider}_CLIENT_ID must be set if ${provider}_CLIENT_SECRET is set.`,
    )
  if (!clientSecret)
    throw new ConfigError(
      `The setting ${provider}_CLIENT_SECRET must be set if ${provider}_CLIENT_ID is set.`,
    )
  return { clientId, clientSecret }
}

/** The settings of this process, set once by `loadConfig`. */
export let config: Config

export function loadConfig(env: Record<string, string | undefined>): Config {
  config = readConfig(env)
  return config
}

/** Returns whether this site's settings meet the condition of an API field or error, such as `ADS=on`. */
export function isFeatureEnabled(when: string): boolean {
  return (when === 'ADS=on' && config.ads) || (when === 'LIVE=on' && config.live)
}

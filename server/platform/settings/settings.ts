import { z } from 'zod'
import { registrationModes } from '#contract/settings/setting-choices.ts'
import {
  booleanSetting,
  encryptionKeysSetting,
  helplinesSetting,
  httpUrlSetting,
  localOriginsSetting,
  pathSetting,
  postgresUrlSetting,
} from './setting-schemas.ts'
import { isValidNetwork } from '../ip-networks.ts'
import { mediaCacheSettings } from './media-cache-settings.ts'
import { pushServicesSetting } from '../push-services.ts'

/** All settings with their formats and defaults. `config.ts` reads them from the environment once, at startup. */
export const Settings = z.object({
  PORT: z.coerce.number('must be a port number, such as 3000').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: pathSetting.prefault('./data'),
  PUBLIC_URL: httpUrlSetting.transform((url) => url.replace(/\/+$/, '')).optional(),
  TRUST_PROXY: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (names) => names.every(isValidNetwork),
      'must be IP addresses or networks, such as 10.0.0.2, 172.16.0.0/12',
    )
    .optional(),
  SITE_NAME: z.string().min(1).max(40).optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  DATABASE_URL: postgresUrlSetting.optional(),
  DATABASE_DIRECT_URL: postgresUrlSetting.optional(),
  DATABASE_REPLICA_URL: postgresUrlSetting.optional(),
  ALLOW_UNENCRYPTED_CONNECTIONS: booleanSetting.default(false),
  S3_BUCKET: z.string().min(3).optional(),
  S3_ENDPOINT: httpUrlSetting.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  X_ACCEL_REDIRECT: z
    .string()
    .regex(/^(\/[a-z0-9_-]+)+$/, 'must be the path of an internal location of nginx, such as /stored-media')
    .optional(),
  ...mediaCacheSettings,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  ENCRYPTION_KEYS: encryptionKeysSetting,
  BREACHED_PASSWORDS_FILE: pathSetting.optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  ADMIN_EMAIL: z.email('must be an email address').toLowerCase().optional(),
  ADS: booleanSetting.default(false),
  SAFETY_PRESET: z.enum(['standard', 'strict'], 'must be standard or strict').default('standard'),
  COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code in capitals, such as AU')
    .optional(),
  REGISTRATION: z.enum(registrationModes, 'must be open, invitation or closed').optional(),
  HELP_LINES: helplinesSetting.optional(),
  HOLD_FIRST_COMMENTS: z.coerce.number('must be a number, such as 3').int().min(0).optional(),
  KEEP_ORIGINALS: booleanSetting.default(false),
  IDLE_ENCODING: booleanSetting.default(false),
  PIECE_SECONDS: z.coerce
    .number('must be a multiple of 4, such as 60')
    .min(4)
    // ffmpeg rejects expressions that force much more than a hundred keyframes.
    .max(240, 'must be at most 240')
    .multipleOf(4, 'must be a multiple of 4, such as 60')
    .default(60),
  CAPTIONS_MODEL: pathSetting.optional(),
  // The SANDBOX setting is only validated here. The value is used where programs are started
  // (media/sandbox/spawn-sandboxed.ts).
  SANDBOX: z.enum(['required', 'off'], 'must be required or off').default('required'),
  PACE: z.coerce.number('must be a number, such as 1').min(0).default(1),
  QUOTA_GB: z.coerce.number('must be a number, such as 50').min(0).optional(),
  CLAIM_VIDEOS: z.coerce.number('must be a number, such as 10000').int().min(0).optional(),
  CLAIM_QUALITY: z.string().min(1).max(20).optional(),
  CLAIM_ZERO_TOXICITY: booleanSetting.optional(),
  PUSH_SERVICES: pushServicesSetting,
  WEBHOOK_TEST_ORIGINS: localOriginsSetting,
  LIVE: booleanSetting.default(true),
  RTMP_PORT: z.coerce.number('must be a port number, such as 1935').int().min(1).max(65_535).optional(),
  RTMP_HOST: z.string().min(1).default('127.0.0.1'),
  RTMP_PUBLIC_ADDRESS: z
    .string()
    .regex(/^rtmps?:\/\/[^/\s]+\/live$/, 'must look like rtmps://live.example.com/live')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, 'must have at least 16 letters, digits or -._~+/=')
    .optional(),
  METRICS_PORT: z.coerce.number('must be a port number, such as 9464').int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlSetting.transform((url) => url.replace(/\/+$/, '')).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('afterbell'),
  TRACE_SHARE: z.coerce.number('must be a number above 0 and at most 1, such as 0.1').gt(0).max(1).default(1),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  APPLE_CLIENT_ID: z.string().min(1).optional(),
  APPLE_CLIENT_SECRET: z.string().min(1).optional(),
  // The other settings of each provider are read by `readSignInProviderSettings`.
  OIDC_PROVIDERS: z
    .string()
    .default('')
    .transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))])
    .refine(
      (ids) => ids.every((id) => /^[a-z][a-z0-9]{0,19}$/.test(id)),
      'must be a list of ids with lower-case letters and digits, such as school, district',
    ),
})

export type Settings = z.output<typeof Settings>

import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

/** The settings that contain secrets. Each can be read from a file instead. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'ENCRYPTION_KEYS',
  'METRICS_TOKEN',
  'MEDIA_CACHE_PURGE_TOKEN',
  'GOOGLE_CLIENT_SECRET',
  'APPLE_CLIENT_SECRET',
]

/**
 * Returns the environment with the secrets that are stored in files. For example, `SMTP_URL_FILE` contains the path of a
 * file with the value of `SMTP_URL`. Container platforms and systemd (`LoadCredential`) provide secrets as files, which
 * other programs cannot read in the list of processes. Throws a ConfigError if a file cannot be read.
 */
export function readSettingFiles(
  env: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const values: Record<string, string> = {}
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`)
    values[name] = readSettingFile(name, path)
  }
  return { ...env, ...values }
}

function readSettingFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`The file in ${name}_FILE cannot be read: ${(error as Error).message}.`)
  }
}

/** Returns whether a setting is the path of a file that contains a secret. */
export function isSettingFile(name: string): boolean {
  return name.endsWith('_FILE') && secretSettings.includes(name.slice(0, -'_FILE'.length))
}

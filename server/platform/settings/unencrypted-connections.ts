import { isLoopbackHost } from '../ip-networks.ts'

interface ConnectionSettings {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_REPLICA_URL?: string | undefined
  S3_ENDPOINT?: string | undefined
}

/** A setting that connects to another machine without TLS, and how to change it. */
export interface UnencryptedConnection {
  setting: keyof ConnectionSettings
  advice: string
}

/** Lists the settings that send personal data and passwords to other machines without encryption. */
export function listUnencryptedConnections(settings: ConnectionSettings): UnencryptedConnection[] {
  const databases = (['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    .filter((setting) => settings[setting] && isUnencryptedDatabase(new URL(settings[setting])))
    .map((setting) => ({
      setting,
      advice: `Add ?sslmode=verify-full to ${setting}, with sslrootcert=FILE if the server has its own certificate authority.`,
    }))
  const { S3_ENDPOINT } = settings
  if (!S3_ENDPOINT?.startsWith('http:') || isLoopbackHost(new URL(S3_ENDPOINT).hostname)) return databases
  return [...databases, { setting: 'S3_ENDPOINT', advice: 'Use an https:// address for S3_ENDPOINT.' }]
}

function isUnencryptedDatabase({ hostname, searchParams }: URL): boolean {
  const host = (searchParams.get('host') ?? hostname).replaceAll(/[[\]]/g, '')
  if (host === '' || host.startsWith('/') || host.startsWith('%2F') || isLoopbackHost(host)) return false
  return !['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
}

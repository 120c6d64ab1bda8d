import { isIP } from 'node:net'
import { editDistance } from '#server/discovery/search/spelling.ts'
import { type Config } from '#server/platform/config.ts'
import { isLoopbackHost } from '#server/platform/ip-networks.ts'
import { Settings } from '#server/platform/settings.ts'
import { listSignInProviderSettings } from '#server/platform/sign-in-providers/sign-in-provider-settings.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

type Env = Record<string, string | undefined>

/** Checks the settings that are valid but unsafe or incomplete for a public site. */
export function checkSettings(config: Config, env: Env): Finding[] {
  const found = [
    ...checkSettingNames(config, env),
    ...checkPublicUrl(config, env),
    ...checkTrustedProxies(config),
    ...checkEncryptedConnections(config),
    ...(config.isLocal ? [] : checkProtection(config, env)),
  ]
  return found.length > 0 ? found : [ok('settings', 'The settings are complete.')]
}

/** A misspelled setting has no effect, and nothing else would report it. */
function checkSettingNames({ signInProviders }: Config, env: Env): Finding[] {
  const ids = signInProviders.map(({ id }) => id)
  const known = [...Object.keys(Settings.shape), ...listSignInProviderSettings(ids)]
  return Object.keys(env)
    .filter((name) => /^[A-Z][A-Z0-9_]{4,}$/.test(name) && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => editDistance(name, one) <= (one.length > 8 ? 2 : 1))
      if (!meant) return []
      return [warning('settings', `There is no setting ${name}.`, `Rename it if you mean ${meant}.`)]
    })
}

function checkPublicUrl({ isLocal, publicUrl }: Config, env: Env): Finding[] {
  if (isLocal)
    return [
      warning(
        'settings',
        `The site's address is ${publicUrl}, which only works on this machine.`,
        'For a public site, set PUBLIC_URL to the address that visitors use. Links in emails begin with it.',
      ),
    ]
  if (!publicUrl.startsWith('https:'))
    return [
      problem(
        'settings',
        `The site's address ${publicUrl} is not encrypted, so passwords can be read in transit.`,
        'Set up TLS in the reverse proxy (docs/operations.md, “Reverse proxy”), then change PUBLIC_URL to https://.',
      ),
    ]
  return isIP(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')) && env['PUBLIC_URL']
    ? [
        warning(
          'settings',
          'PUBLIC_URL contains an IP address, so passkeys do not work.',
          'Use a domain name.',
        ),
      ]
    : []
}

/** Two public addresses that are reserved for documentation. No proxy has them. */
const documentationAddresses = ['192.0.2.1', '203.0.113.1']

function checkTrustedProxies({ trustedProxies }: Config): Finding[] {
  if (!documentationAddresses.every((address) => trustedProxies.check(address))) return []
  return [
    problem(
      'settings',
      'TRUST_PROXY trusts every address, so visitors can fake their address to evade rate limits and blocks.',
      'Set TRUST_PROXY to the addresses of your reverse proxies only.',
    ),
  ]
}

/** Connections to other machines must be encrypted, because they carry personal data and passwords. */
function checkEncryptedConnections(config: Config): Finding[] {
  const urls = {
    DATABASE_URL: config.databaseUrl,
    DATABASE_DIRECT_URL: config.databaseDirectUrl,
    DATABASE_REPLICA_URL: config.databaseReplicaUrl,
  }
  const databases = Object.entries(urls)
    .filter(([, url]) => url && isUnencryptedDatabase(new URL(url)))
    .map(([name]) =>
      problem(
        'settings',
        `${name} connects to another machine without encryption.`,
        `Add ?sslmode=verify-full to ${name}, with sslrootcert=FILE if the server has its own certificate authority.`,
      ),
    )
  const endpoint = config.s3?.endpoint
  if (!endpoint?.startsWith('http:') || isLoopbackHost(new URL(endpoint).hostname)) return databases
  return [
    ...databases,
    problem(
      'settings',
      'S3_ENDPOINT connects to another machine without encryption.',
      'Use an https:// address for S3_ENDPOINT.',
    ),
  ]
}

function isUnencryptedDatabase({ hostname, searchParams }: URL): boolean {
  const host = (searchParams.get('host') ?? hostname).replaceAll(/[[\]]/g, '')
  if (host === '' || host.startsWith('/') || host.startsWith('%2F') || isLoopbackHost(host)) return false
  return !['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
}

function checkProtection(config: Config, env: Env): Finding[] {
  const found: Finding[] = []
  if (env['SANDBOX'] === 'off')
    found.push(
      problem(
        'settings',
        'SANDBOX=off decodes uploads without isolation, so a malicious file can take over this machine.',
        'Install bubblewrap, remove SANDBOX, and restart the workers (docs/operations.md, “Sandbox”).',
      ),
    )
  if (config.pace === 0)
    found.push(
      problem('settings', 'PACE=0 turns off the limits against spam and floods.', 'Remove the setting PACE.'),
    )
  if (!env['CONTACT_EMAIL'])
    found.push(
      warning(
        'settings',
        `CONTACT_EMAIL is not set, so the site shows ${config.contactEmail} and sends emails from it.`,
        'Set CONTACT_EMAIL to an address that you read. Parents and authorities use it.',
      ),
    )
  return found
}

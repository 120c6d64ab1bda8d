import { isIP } from 'node:net'
import { siteSettings } from '#contract/settings/site-settings.ts'
import { getContactEmail, getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { editDistance } from '#server/discovery/search/spelling.ts'
import { type Config } from '#server/platform/config.ts'
import { isSettingFile, readSettingFiles } from '#server/platform/settings/setting-files.ts'
import { Settings } from '#server/platform/settings/settings.ts'
import { listUnencryptedConnections } from '#server/platform/settings/unencrypted-connections.ts'
import { listSignInProviderSettings } from '#server/platform/sign-in-providers/sign-in-provider-settings.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

type Env = Record<string, string | undefined>

/** Checks the settings that are valid but unsafe or incomplete for a public site. */
export function checkSettings(config: Config, env: Env): Finding[] {
  const found = [
    ...checkSettingNames(config, env),
    ...checkPublicUrl(config, env),
    ...checkTrustedProxies(config),
    ...checkEncryptedConnections(env),
    ...(config.isLocal ? [] : checkProtection(config, env)),
  ]
  const missing = config.isLocal ? [] : listMissingSettings(config)
  if (missing.length > 0) return [...found, toMissingSettings(missing, found.length === 0)]
  return found.length > 0 ? found : [ok('settings', 'The settings are complete.')]
}

/** Lists the settings that a site can start without, but that every public site needs. */
function listMissingSettings({ country, encryptionKeys }: Config): string[] {
  return [
    ...(encryptionKeys.length === 0 ? ['ENCRYPTION_KEYS'] : []),
    ...(getSetting('help_lines') === siteSettings.help_lines.default ? ['HELP_LINES'] : []),
    ...(country ? [] : ['COUNTRY']),
  ]
}

function toMissingSettings(names: string[], isOtherwiseComplete: boolean): Finding {
  return warning(
    'settings',
    `${isOtherwiseComplete ? 'The required settings are complete. ' : ''}Not set: ${names.join(', ')}.`,
    'Set them before you open the site (docs/operations/install.md, “Before you open the site”).',
  )
}

/** A misspelled setting has no effect, and nothing else would report it. */
function checkSettingNames({ signInProviders }: Config, env: Env): Finding[] {
  const ids = signInProviders.map(({ id }) => id)
  const known = [...Object.keys(Settings.shape), ...listSignInProviderSettings(ids)]
  return Object.keys(env)
    .filter((name) => /^[A-Z][A-Z0-9_]{4,}$/.test(name) && !known.includes(name) && !isSettingFile(name))
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
        'Set up TLS in the reverse proxy (docs/operations/install.md, “Reverse proxy”), then change PUBLIC_URL to https://.',
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

/** Without ALLOW_UNENCRYPTED_CONNECTIONS, the site does not start with such a connection. */
function checkEncryptedConnections(env: Env): Finding[] {
  return listUnencryptedConnections(readSettingFiles(env)).map(({ setting, advice }) =>
    warning(
      'settings',
      `${setting} connects to another machine without encryption.`,
      `Check that only your own machines can reach that network. Otherwise: ${advice}`,
    ),
  )
}

function checkProtection(config: Config, env: Env): Finding[] {
  const found: Finding[] = []
  if (env['SANDBOX'] === 'off')
    found.push(
      problem(
        'settings',
        'SANDBOX=off decodes uploads without isolation, so a malicious file can take over this machine.',
        'Install bubblewrap, remove SANDBOX, and restart the workers (docs/operations/install.md, “Sandbox”).',
      ),
    )
  if (config.pace === 0)
    found.push(
      problem('settings', 'PACE=0 turns off the limits against spam and floods.', 'Remove the setting PACE.'),
    )
  if (!env['CONTACT_EMAIL'] && getSetting('contact_email') === null)
    found.push(
      warning(
        'settings',
        `CONTACT_EMAIL is not set, so the site shows ${getContactEmail()} and sends emails from it.`,
        'Set CONTACT_EMAIL, or the contact email in the admin console, to an address that you read. Parents and authorities use it.',
      ),
    )
  return found
}

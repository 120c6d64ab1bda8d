/* Compares the code with the keys, hashes, connections and log lines that docs/security.md lists. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import test from 'node:test'
import {
  authAndContactRateLimits,
  getMaxUploadBytes,
  MB,
  sessionLifetimes,
  signInLinkLimits,
  tokenLifetimes,
} from '#contract/limits.ts'

const said = await readFile('docs/security.md', 'utf8')
const sources = await sourcesOf('server', 'media', 'contract', 'bin', 'web')
const ours = sources.filter(({ path }) => !path.startsWith('bin/') && !path.startsWith('web/'))

test('docs/security.md lists every file that uses cryptography, and every file in that list exists', () => {
  const calls =
    /\b(?:createHash|createHmac|randomBytes|randomInt|argon2|createCipher\w*|sign|verify)\(\s*['"\w]/
  const uses = ours
    .filter(({ text }) => /from 'node:crypto'/.test(text) && calls.test(text))
    .map(({ path }) => path)
  const table = said.slice(said.indexOf('## Cryptography'), said.indexOf('## Network connections'))
  const named = [...table.matchAll(/`([a-z]+\/[^`]+\.ts)`/g)].map(([, path]) => path!)
  assert.deepEqual(
    uses.filter((path) => !named.includes(path)),
    [],
    'add it to docs/security.md: which kind, and what for',
  )
  const all = ours.map(({ path }) => path)
  assert.deepEqual(
    named.filter((path) => !all.includes(path)),
    [],
  )
})

test('the code contains no home-made cipher, weak hash or predictable secret', () => {
  const found = (pattern: RegExp) => ours.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  assert.deepEqual(found(/createCipher|createDecipher|createSign|generateKeyPair|'md5'/), [])
  assert.deepEqual(found(/'sha1'/).toSorted(), [
    // Codes from authenticator apps use HMAC with SHA-1, as RFC 6238 prescribes.
    'server/auth/passwords/breached-passwords.ts',
    'server/auth/two-factor/totp.ts',
    'server/platform/storage/disk-storage.ts',
    'server/playback/media-response.ts',
  ])
  // This use of Math.random is allowed: it sets the delay before the server retries a deadlocked transaction.
  assert.deepEqual(found(/Math\.random/), ['server/platform/db/db.ts'])
})

test('certificates are always verified, and no text is evaluated as code', () => {
  const found = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  assert.deepEqual(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser/), [])
  assert.deepEqual(found(/\beval\(|new Function\(|\.innerHTML|document\.write\(/), [])
  // The server reuses markup that React has rendered before, and therefore has escaped (decisions/099).
  assert.deepEqual(found(/dangerouslySetInnerHTML/), ['web/server-rendering/markup-cache.tsx'])
  assert.deepEqual(found(/sql\.raw\(/), [], 'SQL is never put together from text')
})

test('docs/security.md lists every secret setting, and the code contains no secret', async () => {
  const config = await readFile('server/platform/settings/settings.ts', 'utf8')
  const secrets = [...config.matchAll(/^ {2}([A-Z0-9_]*(?:SECRET|KEY|_URL)[A-Z0-9_]*):/gm)].map(
    ([, name]) => name!,
  )
  const table = said.slice(said.indexOf('## Keys and secrets'), said.indexOf('## Cryptography'))
  assert.ok(secrets.length >= 6, secrets.join())
  for (const name of secrets) if (name !== 'PUBLIC_URL') assert.ok(table.includes(`\`${name}\``), name)
  const leaks = /-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|\b(?:password|secret) ?[:=] ?'[^' ]{12,}'/i
  assert.deepEqual(
    ours.filter(({ text }) => leaks.test(text)).map(({ path }) => path),
    [],
  )
})

test('docs/security.md lists every log message about accounts and attacks', () => {
  const table = said.slice(said.indexOf('## Logging'), said.indexOf('## Data classification'))
  const lines = ours
    .filter(
      ({ path }) =>
        /^server\/(accounts|auth|rate-limits)\//.test(path) ||
        path.startsWith('server/platform/http/security-log'),
    )
    .flatMap(({ text }) => [...text.matchAll(/log\.info\('([^']+)'/g)].map(([, line]) => line!))
  assert.ok(lines.length >= 8)
  for (const line of lines) assert.ok(table.includes(`\`${line}\``), line)
  const elsewhere = ours.filter(({ text }) =>
    /\bconsole\.\w|appendFile|createWriteStream\([^)]*log/.test(text),
  )
  assert.deepEqual(
    elsewhere.map(({ path }) => path),
    [],
  )
})

test('docs/security.md has every required section', () => {
  const chapters = [...said.matchAll(/^## (.+)$/gm)].map(([, name]) => name)
  const asked = [
    'Input validation',
    'File uploads',
    'Authorization',
    'Authentication',
    'Sessions',
    'Keys and secrets',
    'Network connections',
  ]
  for (const name of [...asked, 'Logging', 'Data classification', 'Resource limits', 'Dependencies'])
    assert.ok(chapters.includes(name), name)
  assert.match(said, /fixed within \d+ days, other serious ones within \d+/)
  for (const way of ['Password', 'Emailed sign-in link', 'Password reset', 'Google, Apple', 'API clients'])
    assert.match(said, new RegExp(`^\\| ${way} +\\|`, 'm'), way)
})

test('the limits in docs/security.md match the code', () => {
  const { account, address } = authAndContactRateLimits
  assert.ok(said.includes(`${account.most} in ${account.minutes} minutes per account`))
  assert.ok(said.includes(`${address.most} in ${address.minutes} minutes per address`))
  assert.ok(said.includes(`within ${signInLinkLimits.lifetimeMs / 60_000} minutes`))
  assert.ok(said.includes(`it lasts ${sessionLifetimes.remembered.for / 86_400_000} days`))
  assert.equal(sessionLifetimes.temporary.for, 86_400_000)
  assert.equal(tokenLifetimes.access, 3600_000)
  assert.deepEqual([getMaxUploadBytes('story') / MB, getMaxUploadBytes('live') / MB], [300, 3000])
})

test('every npm package has an exact version and a hash, and comes from the npm registry', async () => {
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name)
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string; inBundle?: boolean }>
  }
  for (const [path, { version, integrity, resolved, inBundle }] of Object.entries(packages)) {
    if (path === '' || inBundle) continue
    assert.match(version ?? '', /^\d+\.\d+\.\d+/, path)
    assert.match(integrity ?? '', /^sha512-/, path)
    assert.doesNotMatch(resolved ?? '', /^(?:git|file|http:)/, path)
  }
})

interface Source {
  path: string
  text: string
}

/** Lists the source files, without tests. */
async function sourcesOf(...folders: string[]): Promise<Source[]> {
  const found: Source[] = []
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/(?<!\.test)\.(?:ts|tsx|mjs)$/.test(entry.name)) continue
      const path = `${entry.parentPath}/${entry.name}`
      found.push({ path, text: await readFile(path, 'utf8') })
    }
  return found
}

/*
 * Everything that the files in deploy/ refer to must exist: settings, programs and files in this repository.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import test from 'node:test'

const files = new Map<string, string>()
for await (const file of glob('deploy/**/*', { withFileTypes: true })) {
  const path = `${file.parentPath}/${file.name}`
  if (file.isFile()) files.set(relative('.', path), await readFile(path, 'utf8'))
}
const all = [...files.values()].join('\n')

test('every environment variable in the deploy files is a setting that the server knows', async () => {
  const known = await readFile('server/platform/settings/settings.ts', 'utf8')
  const lines = /^(?:Environment=|ENV | {2})?((?:[A-Z][A-Z0-9_]+(?:=|: )\S+ ?)+)$/gm
  const set = [...all.matchAll(lines)].flatMap(([, line]) => [
    ...line!.matchAll(/([A-Z][A-Z0-9_]+)(?:=|: )/g),
  ])
  const roles = [...all.matchAll(/\b(ROLE)(?:=|: )(\w+)/g)]
  assert.ok(set.length > 12 && roles.length > 4, String(set.length))
  for (const [, name = ''] of set) assert.match(known, new RegExp(`^ {2}${name}:`, 'm'), name)
  for (const [, , role = ''] of roles) assert.ok(['web', 'worker'].includes(role), role)
})

test('every project path and npm script named in the deploy files exists', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const paths = all.match(/\b(?:server|node_modules|deploy)\/[\w./-]*\w/g)!
  assert.ok(paths.length > 6)
  for (const path of paths) assert.ok(existsSync(path), path)
  for (const [, name] of all.matchAll(/npm run (\w+)/g)) assert.ok(scripts[name!], name!)
})

test('the proxy configuration streams uploads and ignores X-Forwarded-For headers from clients', () => {
  const nginx = files.get('deploy/nginx.conf')!
  for (const line of [
    'client_max_body_size 0',
    'proxy_request_buffering off',
    'X-Forwarded-For $remote_addr',
  ])
    assert.ok(nginx.includes(line), line)
  assert.ok(!all.includes('proxy_add_x_forwarded_for'))
})

test('the deploy files allow bubblewrap to create its sandbox', () => {
  const compose = files.get('deploy/compose.yml')!
  const shared = compose.slice(compose.indexOf('x-afterbell:'), compose.indexOf('x-settings:'))
  for (const option of ['seccomp=unconfined', 'apparmor=unconfined'])
    assert.ok(shared.includes(option), option)
  assert.match(files.get('deploy/Dockerfile')!, /apt-get install .*\bbubblewrap\b/)
  for (const unit of ['web', 'worker']) {
    const text = files.get(`deploy/afterbell-${unit}@.service`)!.replace(/^#.*$/gm, '')
    assert.doesNotMatch(text, /^(RestrictNamespaces|SystemCallFilter|PrivateUsers)=/m, unit)
  }
  assert.doesNotMatch(all, /SANDBOX=off|SANDBOX: off/, 'no deploy file turns off the sandbox')
})

test('the image is built from the official image of Node, and its processes are not root', () => {
  const dockerfile = files.get('deploy/Dockerfile')!
  assert.match(dockerfile, /^ARG BASE_IMAGE=docker\.io\/library\/node:\d+-bookworm-slim$/m)
  assert.match(dockerfile, /^FROM \$\{BASE_IMAGE\}$/m)
  assert.match(dockerfile, /^USER node$/m)
  assert.match(dockerfile, /npm ci --omit=dev/)
})

test('only listed files become part of the image, so that settings and data stay outside', () => {
  const lines = files.get('deploy/Dockerfile.dockerignore')!.split('\n')
  assert.equal(
    lines.find((line) => line && !line.startsWith('#')),
    '*',
  )
  const included = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  assert.ok(included.length > 8)
  for (const path of included) assert.ok(existsSync(path), path)
  for (const path of ['data', 'deploy', 'tests', '.git', 'node_modules'])
    assert.ok(!included.includes(path), path)
})

test('the containers of the Compose file have no capabilities and trust only their own network', () => {
  const compose = files.get('deploy/compose.yml')!
  for (const line of ['cap_drop: [ALL]', 'read_only: true', "'no-new-privileges=true'"])
    assert.ok(compose.includes(line), line)
  const [, trusted] = /TRUST_PROXY: ([\d./]+)/.exec(compose)!
  assert.ok(compose.includes(`subnet: ${trusted}`))
})

test('the backup timer starts the backup, which can write only to the data and the backups', () => {
  const service = files.get('deploy/afterbell-backup.service')!
  assert.match(files.get('deploy/afterbell-backup.timer')!, /^OnCalendar=/m)
  assert.match(service, /bin\/admin\.ts backup \/var\/backups\/afterbell$/m)
  assert.match(
    service,
    /^ProtectSystem=strict\nReadWritePaths=\/var\/backups\/afterbell \/var\/lib\/afterbell$/m,
  )
  assert.match(service, /^RestrictNamespaces=yes$/m)
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { checkDatabase } from '#server/operations/doctor/database-checks.ts'
import type { Check, Finding } from '#server/operations/doctor/finding.ts'
import { checkDisk, checkFfmpeg } from '#server/operations/doctor/machine-checks.ts'
import {
  checkEmail,
  checkPublicAddress,
  forgedAddress,
  judgeProxy,
} from '#server/operations/doctor/network-checks.ts'
import { checkSettings } from '#server/operations/doctor/settings-checks.ts'
import { checkBackups, checkStaff, checkWorkers } from '#server/operations/doctor/site-checks.ts'
import { checkStorage } from '#server/operations/doctor/storage-check.ts'
import { config, loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { startQueue, stopQueue } from '#server/platform/queue/queue.ts'
import { recordBackupRun } from '#server/operations/backup/backup-runs.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'
import { createLocalS3Settings, startS3ServerForSuite } from '#tests/support/servers/s3-server.ts'

let testApp: TestApp
const bucket = startS3ServerForSuite()
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

const publicSite = {
  PUBLIC_URL: 'https://tube.example.org',
  CONTACT_EMAIL: 'hello@example.org',
  ENCRYPTION_KEYS: 'k'.repeat(43),
  HELP_LINES: 'Call 0800 1111',
  COUNTRY: 'NZ',
}

/** Runs a check with other settings, and restores the settings afterwards. */
async function diagnoseWith(env: Record<string, string>, check: Check): Promise<Finding[]> {
  const dataDir = config.dataDir
  loadConfig({ DATA_DIR: dataDir, ...env })
  try {
    return await check()
  } finally {
    loadConfig({ DATA_DIR: dataDir })
  }
}

const settings = (env: Record<string, string>) => diagnoseWith(env, () => checkSettings(config, env))

/** Asserts that exactly one finding is not `ok`, and that it names the cause and the remedy. */
function assertFound(found: Finding[], status: Finding['status'], cause: RegExp, advice: RegExp): void {
  const bad = found.filter((one) => one.status !== 'ok')
  assert.equal(bad.length, 1, JSON.stringify(found))
  assert.equal(bad[0]!.status, status)
  assert.match(bad[0]!.text, cause)
  assert.match(bad[0]!.advice!, advice)
}

test('finds settings that are valid but wrong, and says which setting to change', async () => {
  assert.deepEqual(
    (await settings(publicSite)).map(({ status }) => status),
    ['ok'],
  )
  assertFound(await settings({}), 'warning', /only works on this machine/, /PUBLIC_URL/)
  assertFound(
    await settings({ ...publicSite, SMTP_URI: 'smtp://mail.example.org' }),
    'warning',
    /no setting SMTP_URI/,
    /SMTP_URL/,
  )
  const plain = { ...publicSite, PUBLIC_URL: 'http://tube.example.org' }
  assertFound(await settings(plain), 'problem', /not encrypted/, /TLS/)
  const open = { ...publicSite, TRUST_PROXY: '0.0.0.0/0' }
  assertFound(await settings(open), 'problem', /trusts every address/, /only/)
  const privateNetwork = { ...publicSite, ALLOW_UNENCRYPTED_CONNECTIONS: 'on' }
  const remote = { ...privateNetwork, DATABASE_URL: 'postgres://tube@db.example.org/tube' }
  assertFound(await settings(remote), 'warning', /DATABASE_URL .* without encryption/, /sslmode=verify-full/)
  const s3 = { ...privateNetwork, ...createLocalS3Settings(1), S3_ENDPOINT: 'http://s3.example.org' }
  assertFound(await settings(s3), 'warning', /S3_ENDPOINT .* without encryption/, /https/)
  assertFound(await settings({ ...publicSite, SANDBOX: 'off' }), 'problem', /without isolation/, /bubblewrap/)
  assertFound(await settings({ ...publicSite, PACE: '0' }), 'problem', /limits/, /PACE/)
  const { CONTACT_EMAIL, ...noContact } = publicSite
  assertFound(await settings(noContact), 'warning', /CONTACT_EMAIL/, /address that you read/)
  const { PUBLIC_URL } = publicSite
  assertFound(
    await settings({ PUBLIC_URL, CONTACT_EMAIL }),
    'warning',
    /^The required settings are complete\. Not set: ENCRYPTION_KEYS, HELP_LINES, COUNTRY\.$/,
    /Before you open the site/,
  )
})

test('finds a database that would lose data, and updates that are not complete', async () => {
  // The database of the tests runs without fsync.
  const unsafe = await checkDatabase()
  assertFound(
    unsafe.filter(({ text }) => text.includes('fsync')),
    'problem',
    /fsync = off, so a power failure/,
    /Turn on fsync/,
  )
  const check = async () => (await checkDatabase()).filter(({ text }) => !text.includes('= off'))
  assert.deepEqual(await check(), [])
  await sql`insert into migrations (name, sha256) values ('9999_future.sql', '')`.execute(db)
  assertFound(await check(), 'problem', /newer release/, /Install that release/)
  await sql`delete from migrations where name = '9999_future.sql'`.execute(db)
  const { rows } = await sql<{ name: string; sha256: string }>`delete from migrations
    where name = (select max(name) from migrations) returning name, sha256`.execute(db)
  assertFound(await check(), 'warning', /1 migrations have not been applied/, /Restart/)
  const { name, sha256 } = rows[0]!
  await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`.execute(db)
})

test('a command without DATABASE_URL does not create an empty database', async () => {
  const dataDir = join(testApp.dataDir, 'elsewhere')
  for (const command of [['doctor'], ['staff'], ['backup', testApp.dataDir]]) {
    const { output, code } = await spawnAdminCommand({ databaseUrl: '', dataDir }, command)
    assert.equal(
      output,
      `There is no site in ${dataDir}. Start the site first or, on a site installed with systemd, use the command in docs/operations/install.md#admin-commands.\n`,
    )
    assert.equal(code, 1)
  }
  await assert.rejects(stat(dataDir), { code: 'ENOENT' })
})

test('the command says what to do if the database cannot be reached', async () => {
  const { output, code } = await spawnAdminCommand(
    { databaseUrl: 'postgres://nobody:wrong@127.0.0.1:1/none', dataDir: testApp.dataDir },
    ['doctor'],
  )
  assert.equal(code, 1)
  assert.match(output, /✖ database +The database does not accept the connection: connect ECONNREFUSED/)
  assert.match(output, /→ Check that PostgreSQL is running/)
  assert.match(output, /✔ storage/)
})

test('finds a site on which no worker is running', async () => {
  assertFound(await checkWorkers(), 'problem', /No worker has been running for 5 minutes/, /ROLE=worker/)
  await sql`update pgboss.version set cron_on = now() - interval '6 minutes'`.execute(db)
  assertFound(await checkWorkers(), 'problem', /No worker has been running for 5 minutes/, /ROLE=worker/)
  await stopQueue()
  await startQueue(testApp.databaseUrl, [], true)
  await waitUntil(async () => (await checkWorkers())[0]!.status === 'ok')
})

test('finds jobs that no worker processes, staff without a second factor, and missing backups', async () => {
  assert.equal((await checkWorkers())[0]!.status, 'ok')
  await sql`insert into pgboss.job (name, start_after) values ('process', now() - interval '20 minutes')`.execute(
    db,
  )
  assertFound(await checkWorkers(), 'problem', /1 jobs have been waiting/, /ROLE=worker/)

  assertFound(
    await checkStaff(),
    'warning',
    /role admin/,
    /over 19 .* add-staff EMAIL USERNAME, then make-admin/,
  )
  const { id } = await testApp.signUpMember('ada_runs', 18)
  await sql`update users set role = 'admin' where id = ${id}`.execute(db)
  assertFound(await checkStaff(), 'problem', /1 staff accounts have no second factor: ada_runs@/, /passkey/)
  await sql`insert into second_factors (user_id, secret, confirmed_at) values (${id}, 'x', now())`.execute(db)
  assert.equal((await checkStaff())[0]!.status, 'ok')

  assertFound(await diagnoseWith(publicSite, checkBackups), 'problem', /No backup/, /timer/)
  await recordBackupRun({ tables: [{ rows: 1 }], files: { count: 1, size: 1 } } as never)
  assert.equal((await checkBackups())[0]!.status, 'ok')
  await sql`update backup_runs set finished_at = now() - interval '3 days'`.execute(db)
  assertFound(await checkBackups(), 'warning', /3 days old/, /copy it to another machine/)
  await sql`update backup_runs set finished_at = now() - interval '8 days'`.execute(db)
  assertFound(await checkBackups(), 'problem', /8 days old/, /timer/)
})

test('finds storage that cannot be written', async () => {
  assert.equal((await checkStorage())[0]!.status, 'ok')
  const s3 = createLocalS3Settings((await bucket).port)
  assert.equal((await diagnoseWith(s3, checkStorage))[0]!.status, 'ok')
  const wrong = { ...s3, S3_BUCKET: 'does-not-exist' }
  assertFound(await diagnoseWith(wrong, checkStorage), 'problem', /cannot be stored/, /bucket|S3_ENDPOINT/)
  const gone = { ...s3, S3_ENDPOINT: 'http://127.0.0.1:1' }
  assertFound(await diagnoseWith(gone, checkStorage), 'problem', /cannot be stored/, /S3_ENDPOINT/)
})

test('finds a full disk and a missing data folder', async () => {
  const disk = { bsize: 4096, blocks: 100e6, bavail: 50e6, files: 1e6, ffree: 9e5 }
  const check = (space: Partial<typeof disk>) => checkDisk(async () => ({ ...disk, ...space }))
  assert.equal((await check({}))[0]!.status, 'ok')
  assertFound(await check({ bavail: 10e6 }), 'warning', /\(10 %\) are free/, /Free space/)
  assertFound(await check({ bavail: 1e6 }), 'problem', /\(1 %\) are free/, /Free space/)
  assertFound(await check({ ffree: 100 }), 'problem', /inodes/, /Free space/)
  const missing = join(testApp.dataDir, 'missing')
  assertFound(await diagnoseWith({ DATA_DIR: missing }, checkDisk), 'problem', /not writable/, /DATA_DIR/)
})

test('finds a missing ffmpeg and a missing sandbox', async () => {
  assert.equal((await checkFfmpeg())[0]!.status, 'ok')
  const env = {
    PATH: testApp.dataDir,
    DATA_DIR: testApp.dataDir,
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  }
  const output = await promisify(execFile)(process.execPath, ['bin/admin.ts', 'doctor'], { env }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
  assert.match(output, /✖ ffmpeg +The sandbox does not work/)
  assert.match(output, /→ Install bubblewrap/)
})

test('finds a mail server that is missing, unreachable, or rejects the password', async () => {
  assertFound(await diagnoseWith(publicSite, checkEmail), 'problem', /No mail server/, /SMTP_URL/)
  const closed = { ...publicSite, SMTP_URL: 'smtp://127.0.0.1:1' }
  assertFound(await diagnoseWith(closed, checkEmail), 'problem', /ECONNREFUSED/, /host and the port/)
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const wrong = { ...publicSite, SMTP_URL: `smtp://tube:wrong@127.0.0.1:${port}` }
  assertFound(await diagnoseWith(wrong, checkEmail), 'problem', /cannot be used/, /password in SMTP_URL/)
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('finds a public address that does not lead to the site', async () => {
  const unknown = { ...publicSite, PUBLIC_URL: 'https://tube.invalid' }
  assertFound(await diagnoseWith(unknown, checkPublicAddress), 'problem', /cannot be reached/, /DNS/)
  const closed = { ...publicSite, PUBLIC_URL: 'https://127.0.0.2:1' }
  assertFound(await diagnoseWith(closed, checkPublicAddress), 'problem', /cannot be reached/, /reverse proxy/)
  const other = createHttpServer((_, response) => response.end('It works!'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.2', resolve))
  const elsewhere = { ...publicSite, PUBLIC_URL: `http://127.0.0.2:${(other.address() as AddressInfo).port}` }
  assertFound(await diagnoseWith(elsewhere, checkPublicAddress), 'problem', /does not lead to this/, /proxy/)
  other.close()
})

test('finds a certificate that browsers do not trust', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  await promisify(execFile)('openssl', [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=tube'.split(' '),
    '-keyout',
    key,
    '-out',
    cert,
  ])
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) =>
    response.end('ok\n'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  const PUBLIC_URL = `https://127.0.0.2:${(server.address() as AddressInfo).port}`
  const found = await diagnoseWith({ ...publicSite, PUBLIC_URL }, checkPublicAddress)
  assertFound(found, 'problem', /self-signed/, /certificate that browsers trust/)
  server.close()
  await rm(folder, { recursive: true })
})

test('finds reverse proxies that let visitors choose their address, or that hide all visitors', () => {
  const machine = '198.51.100.4'
  assert.deepEqual(judgeProxy(machine, machine), [])
  assertFound(judgeProxy(forgedAddress, machine), 'problem', /believes addresses/, /replace or extend/)
  assertFound(
    judgeProxy('10.0.0.3', machine),
    'problem',
    /all visitors under the address 10.0.0.3/,
    /TRUST_PROXY/,
  )
  assert.deepEqual(judgeProxy(forgedAddress, '127.0.0.1'), [], 'a local connection proves nothing')
})

test('the site returns the client address that it sees', async () => {
  const response = await testApp.anonymousUser().fetch('/healthz/client')
  assert.match(await response.text(), /^[\d.:a-f]+\n$/)
})

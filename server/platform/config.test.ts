import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { readConfig } from './config.ts'
import { ConfigError } from './settings/config-error.ts'

test('the default settings are for a small site that can be reached only from its own machine', () => {
  const config = readConfig({})
  assert.equal(config.port, 3000)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.publicUrl, 'http://localhost:3000')
  assert.deepEqual(config.lockedSettings, {})
  assert.equal(config.databaseUrl, undefined)
  assert.equal(config.s3, undefined)
  assert.equal(config.role, 'all')
})

test('the error for an invalid configuration value names the setting', () => {
  const bad: Record<string, string> = {
    PORT: 'abc',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    DATABASE_DIRECT_URL: 'mysql://x',
    DATABASE_REPLICA_URL: 'mysql://x',
    SMTP_URL: 'mail.example',
    ROLE: 'king',
    ADMIN_EMAIL: 'ada',
    ADS: 'maybe',
    SAFETY_PRESET: 'loose',
    METRICS_TOKEN: 'short',
    MEDIA_CACHE_PURGE: 'squid',
    MEDIA_CACHE_PURGE_URL: 'http://ada:secret@cache.example',
    MEDIA_CACHE_PURGE_TOKEN: 'short',
    TRACE_SHARE: '2',
  }
  for (const [name, value] of Object.entries(bad))
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) =>
        error instanceof ConfigError && error.message.includes(name) && error.message.endsWith('.'),
      name,
    )
})

test('a database URL with unencoded special characters in the password is rejected with advice', () => {
  for (const password of ['p@ss/w#rd', 'pa/ss', '12/34', 'pa?ss', '12?34', 'pa#ss', 'p@s/s'])
    assert.throws(
      () => readConfig({ DATABASE_URL: `postgres://tube:${password}@127.0.0.1/tube` }),
      ({ message }: Error) =>
        /^The setting DATABASE_URL must be a valid URL\. .*%40 for @/.test(message) &&
        !message.includes(password),
      password,
    )
  for (const rest of [
    'tube:p%40ss%2Fw%23rd@127.0.0.1/tube',
    '/tube',
    'tube@localhost/tube?host=/run/postgresql',
  ])
    readConfig({ DATABASE_URL: `postgres://${rest}` })
})

test('if only one of two settings that belong together is set, the error names the missing setting', () => {
  assert.throws(() => readConfig({ S3_BUCKET: 'films' }), /S3_ACCESS_KEY_ID must be set/)
  assert.throws(() => readConfig({ DATABASE_DIRECT_URL: 'postgres:///x' }), /DATABASE_URL must be set/)
  assert.throws(() => readConfig({ DATABASE_REPLICA_URL: 'postgres:///x' }), /DATABASE_URL must be set/)
  const cache = { MEDIA_CACHE_PURGE: 'varnish', MEDIA_CACHE_PURGE_URL: 'http://127.0.0.1:6081' }
  assert.throws(() => readConfig({ MEDIA_CACHE_PURGE: 'varnish' }), /MEDIA_CACHE_PURGE_URL must be set/)
  assert.throws(() => readConfig(cache), /MEDIA_CACHE_PURGE_TOKEN must be set/)
  assert.throws(() => readConfig({ GOOGLE_CLIENT_ID: 'x' }), /GOOGLE_CLIENT_SECRET must be set/)
  assert.throws(
    () => readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }),
    /METRICS_TOKEN must be set/,
    'metrics on a port that others can reach',
  )
})

test('rejects a connection to another machine without encryption, unless the operator allows it', () => {
  const s3 = { S3_BUCKET: 'films', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const remote: Record<string, string>[] = [
    { DATABASE_URL: 'postgres://tube@db.example.org/tube' },
    { DATABASE_URL: 'postgres://tube@db.example.org/tube?sslmode=prefer' },
    { DATABASE_URL: 'postgres://tube@[2001:db8::1]/tube' },
    { DATABASE_URL: 'postgres:///tube', DATABASE_REPLICA_URL: 'postgres://tube@10.0.0.5/tube' },
    { ...s3, S3_ENDPOINT: 'http://s3.example.org' },
  ]
  for (const env of remote) {
    assert.throws(() => readConfig(env), /connects to another machine without encryption/)
    readConfig({ ...env, ALLOW_UNENCRYPTED_CONNECTIONS: 'on' })
  }
  readConfig({ DATABASE_URL: 'postgres://tube@db.example.org/tube?sslmode=verify-full' })
  readConfig({ DATABASE_URL: 'postgres://tube@127.0.0.1/tube' })
  readConfig({ DATABASE_URL: 'postgres://tube@localhost/tube?host=/run/postgresql' })
  readConfig({ ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000' })
  readConfig({ ...s3, S3_ENDPOINT: 'https://s3.example.org' })
})

test('reads secrets from files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-settings-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'smtp-url')
  await writeFile(file, 'smtps://mail.example.org\n')
  assert.equal(readConfig({ SMTP_URL_FILE: file }).smtpUrl, 'smtps://mail.example.org')
  assert.throws(
    () => readConfig({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://x' }),
    /either SMTP_URL or SMTP_URL_FILE/,
  )
  assert.throws(() => readConfig({ SMTP_URL_FILE: `${file}.missing` }), /SMTP_URL_FILE cannot be read/)
  await writeFile(file, 'mail.example')
  assert.throws(() => readConfig({ SMTP_URL_FILE: file }), /SMTP_URL must begin with smtp/)
})

test('rejects encryption keys that are short or repeated', () => {
  const key = 'k'.repeat(43)
  assert.deepEqual(readConfig({ ENCRYPTION_KEYS: `${key}, x${key}` }).encryptionKeys, [key, `x${key}`])
  assert.throws(() => readConfig({ ENCRYPTION_KEYS: 'short' }), /ENCRYPTION_KEYS must be/)
  assert.throws(() => readConfig({ ENCRYPTION_KEYS: `${key},${key}` }), /ENCRYPTION_KEYS must be/)
})

test('treats an empty setting as unset', () => {
  assert.equal(readConfig({ PORT: '', S3_BUCKET: '' }).port, 3000)
})

test('the server address is that of the site unless RTMP_PUBLIC_ADDRESS is set, and is absent with LIVE=off', () => {
  const read = (env: Record<string, string>) =>
    readConfig({ ...env, PUBLIC_URL: 'https://site.example' }).rtmp
  const live = { RTMP_PORT: '1935' }
  assert.equal(read(live)?.publicUrl, 'rtmp://site.example/live')
  assert.equal(read({ ...live, RTMP_PORT: '1936' })?.publicUrl, 'rtmp://site.example:1936/live')
  const publicUrl = 'rtmps://live.site.example/live'
  assert.equal(read({ ...live, RTMP_PUBLIC_ADDRESS: publicUrl })?.publicUrl, publicUrl)
  assert.equal(read({ ...live, LIVE: 'off' }), undefined)
  assert.equal(read({}), undefined)
  assert.throws(
    () => read({ ...live, RTMP_PUBLIC_ADDRESS: 'https://site.example' }),
    /RTMP_PUBLIC_ADDRESS must look like/,
  )
})

test('purges are sent to all addresses of the shared cache, and to none with MEDIA_CACHE_PURGE=off', () => {
  const read = (MEDIA_CACHE_PURGE: string) =>
    readConfig({
      MEDIA_CACHE_PURGE,
      MEDIA_CACHE_PURGE_URL: 'http://10.0.0.2:6081/ http://10.0.0.3:6081/',
      MEDIA_CACHE_PURGE_TOKEN: 'token-of-the-test-cache',
    }).mediaCache
  assert.deepEqual(read('varnish')?.urls, ['http://10.0.0.2:6081/', 'http://10.0.0.3:6081/'])
  assert.equal(read('off'), undefined)
})

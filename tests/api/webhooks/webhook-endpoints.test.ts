import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/admin/webhooks.ts'
import { webhookLimits } from '#contract/admin/webhooks.ts'
import { db } from '#server/platform/db/db.ts'
import type { ApiCallError } from '#web/api/api-client.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { addWebhook } from '#tests/support/webhooks/test-webhooks.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'

const url = 'https://hooks.example.com/afterbell'
let testApp: TestApp
let admin: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  admin = await signUpStaff(testApp, 'webhook_admin', 'admin')
})
beforeEach(() => db.deleteFrom('webhook_endpoints').execute())
after(() => testApp.close())

const expectError = async (work: Promise<unknown>, code: string) =>
  assert.equal(
    await work.then(
      () => 'accepted',
      (error: ApiCallError) => error.code,
    ),
    code,
  )
const list = async () => (await admin.call(contract.listWebhooks, {})).items
const auditActions = async () => {
  const rows = await db.selectFrom('audit_log').select('entry').orderBy('seq').execute()
  return rows.map(({ entry }) => JSON.parse(entry).did as string).filter((did) => did.includes('webhook'))
}

test('an admin creates, changes and deletes a webhook, and the audit log records each change', async () => {
  const { webhook, secret } = await admin.call(contract.createWebhook, {
    body: { url, description: ' Grading\nrobot ', event_types: ['live.started', 'video.ready'] },
  })
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(webhook.description, 'Grading robot')
  assert.deepEqual(webhook.event_types, ['video.ready', 'live.started'])
  const params = { id: webhook.id }
  const changed = await admin.call(contract.updateWebhook, {
    params,
    body: { event_types: ['report.opened'], is_enabled: false, url: 'https://other.example.com/' },
  })
  assert.deepEqual(await list(), [changed])
  assert.deepEqual(
    [changed.url, changed.is_enabled, changed.event_types],
    ['https://other.example.com/', false, ['report.opened']],
  )
  await admin.call(contract.deleteWebhook, { params })
  assert.deepEqual(await list(), [])
  await expectError(admin.call(contract.getWebhook, { params }), 'not_found')
  assert.deepEqual(await auditActions(), ['create_webhook', 'change_webhook', 'delete_webhook'])
  const entries = await db.selectFrom('audit_log').select('entry').execute()
  assert.ok(!JSON.stringify(entries).includes('example.com'), 'a URL can contain a secret')
})

test('the secret is returned once, and the database contains it only encrypted', async () => {
  const { id, secret } = await addWebhook(admin, url)
  assert.ok(!JSON.stringify(await list()).includes('whsec_'))
  const { secret: next, previous_secret_expires_at } = await admin.call(contract.rotateWebhookSecret, {
    params: { id },
  })
  assert.notEqual(next, secret)
  const hours = (Date.parse(previous_secret_expires_at) - Date.now()) / 3600_000
  assert.ok(hours > 23.9 && hours <= 24)
  const { rows } = await sql<{
    row: string
  }>`select webhook_endpoints::text as row from webhook_endpoints`.execute(db)
  for (const value of [secret, next]) assert.ok(!rows[0]!.row.includes(value.slice(6, 30)))
})

test('only https URLs without a port, credentials or a private IP address are accepted', async () => {
  const accepted = [
    'https://example.com',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/',
    'https://a.b:443/',
  ]
  for (const good of accepted)
    await admin.call(contract.createWebhook, { body: { url: good, event_types: ['video.ready'] } })
  for (const bad of [
    '',
    'example.com',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://example.com:8443/',
    'https://user:word@example.com/',
    'https://user@example.com/',
    'https://example.com/#part',
    'https://localhost/',
    'https://intranet/',
    'https://example.com./',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://017700000001/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    `https://example.com/${'x'.repeat(webhookLimits.urlLength)}`,
  ])
    await expectError(
      admin.call(contract.createWebhook, { body: { url: bad, event_types: ['video.ready'] } }),
      'webhook_url_invalid',
    )
})

test('a webhook needs at least one event, and a site can have 20 webhooks, even if they are created at once', async () => {
  await expectError(
    admin.call(contract.createWebhook, { body: { url, event_types: [] } }),
    'webhook_events_empty',
  )
  const results = await Promise.allSettled(
    Array.from({ length: webhookLimits.endpoints + 5 }, () => addWebhook(admin, url)),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, webhookLimits.endpoints)
  await expectError(addWebhook(admin, url), 'too_many_webhooks')
})

test('a disabled webhook accepts no test event, and its waiting deliveries end', async () => {
  const { id } = await addWebhook(admin, url)
  const params = { id }
  await admin.call(contract.sendWebhookTestEvent, { params })
  assert.equal((await list())[0]!.waiting, 1)
  await admin.call(contract.updateWebhook, { params, body: { is_enabled: false } })
  const { items } = await admin.call(contract.listWebhookDeliveries, { params, query: {} })
  assert.deepEqual(
    items.map(({ state, error, attempts }) => [state, error, attempts]),
    [['failed', 'endpoint_disabled', 0]],
  )
  await expectError(admin.call(contract.sendWebhookTestEvent, { params }), 'webhook_disabled')
  await expectError(
    admin.call(contract.replayFailedWebhookDeliveries, {
      params,
      body: { since: new Date(0).toISOString() },
    }),
    'webhook_disabled',
  )
})

test('the delivery log has pages, and can be limited to one state', async () => {
  const { id } = await addWebhook(admin, url)
  const params = { id }
  for (let n = 0; n < 5; n += 1) await admin.call(contract.sendWebhookTestEvent, { params })
  const first = await admin.call(contract.listWebhookDeliveries, { params, query: { limit: 3 } })
  const rest = await admin.call(contract.listWebhookDeliveries, {
    params,
    query: { limit: 3, cursor: first.next_cursor! },
  })
  const ids = [...first.items, ...rest.items].map((item) => item.id)
  assert.equal(new Set(ids).size, 5)
  assert.equal(rest.next_cursor, null)
  const failed = await admin.call(contract.listWebhookDeliveries, { params, query: { state: 'failed' } })
  assert.deepEqual(failed.items, [])
})

test('the operator manages webhooks on the command line', async () => {
  const run = async (...args: string[]) => {
    const { output, code } = await spawnAdminCommand(testApp, ['webhooks', ...args])
    return { output: output.trim(), code }
  }
  assert.equal((await run()).output, 'There are no webhooks.')
  const added = await run('add', url, 'video.ready', 'comment.created')
  assert.match(added.output, /secret is shown only now: whsec_/)
  const [{ id }] = (await list()) as [contract.WebhookEndpoint]
  assert.match((await run('test', id)).output, /A worker sends the test event/)
  assert.match((await run('log', id)).output, /webhook\.test {2}waiting/)
  assert.match((await run('off', id)).output, / off /)
  assert.match((await run('on', id)).output, / on /)
  assert.equal((await run('replay', id, '2020-01-01')).output, '1 failed deliveries are sent again.')
  assert.match((await run('rotate-secret', id)).output, /whsec_/)
  assert.match((await run('events', id, 'live.started')).output, /live\.started/)
  for (const [args, problem] of [
    [['add', 'http://example.com', 'video.ready'], /starts with https/],
    [['add', url, 'video.unready'], /Select at least one event/],
    [['test', 'x'], /no webhook/],
    [['explode'], /npm run admin -- webhooks/],
  ] as const) {
    const { output, code } = await run(...args)
    assert.match(output, problem)
    assert.equal(code, 1)
  }
  assert.equal((await run('delete', id)).output, 'Deleted.')
})

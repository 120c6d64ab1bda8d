import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import * as contract from '#contract/admin/webhooks.ts'
import { buildEndpointPath, type Endpoint } from '#contract/endpoint.ts'
import { apiRoutes } from '#server/app.ts'
import { db } from '#server/platform/db/db.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { addWebhook } from '#tests/support/webhooks/test-webhooks.ts'

let testApp: TestApp
let admin: TestUser
let others: Record<string, TestUser>
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  const staff = (name: string, role: 'moderator' | 'safety_lead' | 'admin') =>
    signUpStaff(testApp, name, role)
  admin = await staff('access_ann', 'admin')
  others = {
    anonymous: testApp.anonymousUser(),
    member: await testApp.signUpMember('access_mia', 19),
    moderator: await staff('access_mo', 'moderator'),
    'safety lead': await staff('access_lee', 'safety_lead'),
    'admin whose account is scheduled for deletion': await staff('access_zoe', 'admin'),
  }
  await db
    .updateTable('profiles')
    .set({ deletion_scheduled_at: new Date() })
    .where('user_id', '=', others['admin whose account is scheduled for deletion']!.id)
    .execute()
})
after(() => testApp.close())

const bodies: Record<string, unknown> = {
  'POST /api/admin/webhooks': { url: 'https://hooks.example.com/', event_types: ['video.ready'] },
  'PATCH /api/admin/webhooks/{id}': { description: 'New' },
  'POST /api/admin/webhooks/{id}/replays': { since: '2020-01-01T00:00:00Z' },
}
const endpoints = apiRoutes
  .flatMap((route) => (route.kind === 'endpoint' ? [route.endpoint] : []))
  .filter(({ path }) => path.startsWith('/api/admin/webhooks'))

test('every webhook endpoint works for admins, and does not exist for anyone else', async () => {
  assert.equal(endpoints.length, 10)
  for (const endpoint of endpoints) {
    const { id } = await addWebhook(admin, 'https://hooks.example.com/')
    const { delivery_id } = await admin.call(contract.sendWebhookTestEvent, { params: { id } })
    const send = (who: TestUser, webhook = id) => request(who, endpoint, { id: webhook, delivery_id })
    for (const [role, who] of Object.entries(others)) {
      const found = await send(who)
      assert.equal(found.status, 404, `${endpoint.method} ${endpoint.path}: ${role}`)
      const never = await who.fetch('/api/admin/nothing-of-the-kind')
      assert.equal(await codeOf(found), await codeOf(never), `${endpoint.method} ${endpoint.path}: ${role}`)
    }
    const allowed = await send(admin)
    assert.equal(allowed.status, endpoint.status ?? 200, `${endpoint.method} ${endpoint.path}`)
    if (endpoint.path.includes('{id}'))
      assert.equal((await send(admin, '0198aaaa-0000-7000-8000-000000000000')).status, 404, endpoint.path)
  }
})

async function request(who: TestUser, endpoint: Endpoint, params: Record<string, string>): Promise<Response> {
  const body = bodies[`${endpoint.method} ${endpoint.path}`]
  return who.fetch(buildEndpointPath(endpoint, { params }), {
    method: endpoint.method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code
}

/*
 * Checks every endpoint for staff for each role, with and without a second factor. Without the right role, an endpoint
 * answers like a path that does not exist. Without a second factor, it says what is missing.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { apiRoutes } from '#server/app.ts'
import type { StaffRole } from '#contract/moderation/moderation-policy.ts'
import { db } from '#server/platform/db/db.ts'
import { addSecondFactor } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

const roles = ['anonymous', 'user', 'moderator', 'safety_lead', 'admin'] as const
type Role = (typeof roles)[number]

let testApp: TestApp
let target: TestUser
const people = new Map<string, TestUser>()

before(async () => {
  testApp = await startTestApp()
  target = await testApp.signUpMember('target_of_looks')
  for (const role of roles)
    for (const factor of ['with', 'without'] as const) {
      if (role === 'anonymous') people.set(`${role} ${factor}`, testApp.anonymousUser())
      else people.set(`${role} ${factor}`, await createPerson(role, factor))
    }
})
after(() => testApp.close())

async function createPerson(role: 'user' | StaffRole, factor: 'with' | 'without'): Promise<TestUser> {
  const person = await testApp.signUpMember(`${role}_${factor}`, 19)
  await db.updateTable('users').set({ role, email_verified: true }).where('id', '=', person.id).execute()
  if (factor === 'with') await addSecondFactor(person.id)
  return person
}

/** The roles that may use each endpoint of the console, written by hand. */
const consoleEndpoints: Record<string, readonly Role[]> = {
  'GET /api/admin/overview': ['safety_lead', 'admin'],
  'GET /api/admin/audit-log': ['safety_lead', 'admin'],
  'POST /api/admin/people/searches': ['safety_lead', 'admin'],
  'GET /api/admin/people/{id}': ['safety_lead', 'admin'],
  'POST /api/admin/people/{id}/sanctions': ['safety_lead', 'admin'],
  'PUT /api/admin/people/{id}/role': ['admin'],
  'DELETE /api/admin/people/{id}/second-factor': ['admin'],
}
const consoleRoles = ['safety_lead', 'admin'] as const

/** Endpoints of other sections. The path names an account, so most of them find nothing even for allowed roles. */
const sectionEndpoints: Record<string, readonly Role[]> = {
  'GET /api/admin/content': consoleRoles,
  'POST /api/admin/content/{id}/reprocess': consoleRoles,
  'POST /api/admin/content/{id}/case': consoleRoles,
  'GET /api/admin/jobs': ['admin'],
  'POST /api/admin/jobs/{name}/{id}/retry': ['admin'],
  'DELETE /api/admin/jobs/{name}/{id}': ['admin'],
  'GET /api/admin/storage': ['admin'],
  'POST /api/admin/storage/measurement': ['admin'],
  'POST /api/admin/storage/check': ['admin'],
  'GET /api/admin/storage/check': ['admin'],
  'GET /api/admin/contact': consoleRoles,
  'GET /api/admin/contact/{id}': consoleRoles,
  'PUT /api/admin/contact/{id}/assignee': consoleRoles,
  'POST /api/admin/contact/{id}/replies': consoleRoles,
  'PUT /api/admin/contact/{id}/closed': consoleRoles,
  'DELETE /api/admin/contact/{id}/closed': consoleRoles,
  'GET /api/admin/settings': ['admin'],
  'PATCH /api/admin/settings': ['admin'],
  'GET /api/admin/settings/export': ['admin'],
  'PUT /api/admin/settings/import': ['admin'],
  'GET /api/admin/invitations': consoleRoles,
  'POST /api/admin/invitations': consoleRoles,
  'DELETE /api/admin/invitations/{id}': consoleRoles,
  'GET /api/admin/webhooks': ['admin'],
  'POST /api/admin/webhooks': ['admin'],
  'GET /api/admin/webhooks/{id}': ['admin'],
  'PATCH /api/admin/webhooks/{id}': ['admin'],
  'DELETE /api/admin/webhooks/{id}': ['admin'],
  'POST /api/admin/webhooks/{id}/secrets': ['admin'],
  'POST /api/admin/webhooks/{id}/test-events': ['admin'],
  'GET /api/admin/webhooks/{id}/deliveries': ['admin'],
  'POST /api/admin/webhooks/{id}/deliveries/{delivery_id}/replays': ['admin'],
  'POST /api/admin/webhooks/{id}/replays': ['admin'],
}
const adminEndpoints = ['GET /api/mod/figures', 'GET /api/mod/playback-quality']

const bodies: Record<string, object> = {
  'POST /api/admin/people/searches': { q: 'target_of' },
  // A refused action shows that the role is allowed, and changes nothing.
  'POST /api/admin/people/{id}/sanctions': { action: 'restore' },
  'PUT /api/admin/people/{id}/role': { role: 'user' },
  'PUT /api/admin/contact/{id}/assignee': { user_id: null },
  'POST /api/admin/contact/{id}/replies': { body: 'Hello' },
  'PATCH /api/admin/settings': { settings: {} },
  'PUT /api/admin/settings/import': { format: 'site-settings-1', settings: {} },
  'POST /api/admin/webhooks': { url: 'https://hooks.example.org/', event_types: ['video.ready'] },
  'POST /api/admin/webhooks/{id}/replays': { since: '2026-01-01T00:00:00.000Z' },
}

/** Endpoints for staff, from the routes of the server. */
const staffEndpoints = apiRoutes
  .filter((route) => route.kind === 'endpoint')
  .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  .filter((key) => /^\w+ \/api\/(admin|mod)\//.test(key))

function allowedRoles(key: string): readonly Role[] {
  if (key.includes(' /api/admin/')) {
    const allowed = consoleEndpoints[key] ?? sectionEndpoints[key]
    assert.ok(allowed, `add ${key} to this test: which roles may use it`)
    return allowed
  }
  return adminEndpoints.includes(key) ? ['admin'] : ['moderator', 'safety_lead', 'admin']
}

async function send(who: TestUser, key: string): Promise<{ status: number; error: unknown }> {
  const [method, path] = key.split(' ') as [string, string]
  const url = path.replace('{id}', target.id).replace(/\{\w+\}/g, 'x')
  const body = bodies[key] ?? (method === 'GET' || method === 'DELETE' ? undefined : {})
  const response = await who.fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  const { error = null } = (text ? JSON.parse(text) : {}) as { error?: { code?: string } }
  return { status: response.status, error: error && { ...error, request_id: undefined } }
}

test('every endpoint for staff answers each role as its access rule says, with and without a second factor', async () => {
  let checked = 0
  for (const key of staffEndpoints) {
    const allowed = allowedRoles(key)
    for (const role of roles)
      for (const factor of ['with', 'without'] as const) {
        const who = people.get(`${role} ${factor}`)!
        const where = `${key}: ${role} ${factor} a second factor`
        const answer = await send(who, key)
        const code = (answer.error as { code?: string } | null)?.code
        checked += 1
        if (!allowed.includes(role)) {
          const nothing = await send(who, 'GET /api/nothing-of-the-kind')
          assert.deepEqual(answer, nothing, where)
        } else if (factor === 'without') {
          // Malformed input is rejected before the handler runs.
          assert.ok(
            code === 'second_factor_required' || answer.status === 422 || code === 'not_found',
            `${where}: ${code}`,
          )
          if (consoleEndpoints[key]) assert.equal(code, 'second_factor_required', where)
        } else {
          assert.notEqual(code, 'second_factor_required', where)
          if (consoleEndpoints[key])
            assert.ok(answer.status < 300 || code === 'action_refused', `${where}: ${code}`)
        }
      }
  }
  console.log(`endpoints for staff: ${staffEndpoints.length}, ${checked} combinations`)
  assert.ok(checked >= 250)
})

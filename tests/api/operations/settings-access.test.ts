/* Which roles can use the endpoints and pages of settings and invitations. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { createInvitation } from '#contract/invitations/invitations.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let people: Record<'anonymous' | 'member' | 'moderator' | 'safety_lead' | 'admin', TestUser>
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  people = {
    anonymous: testApp.anonymousUser(),
    member: await testApp.signUpMember('acc_member', 19),
    moderator: await signUpStaff(testApp, 'acc_maud', 'moderator'),
    safety_lead: await signUpStaff(testApp, 'acc_leo', 'safety_lead'),
    admin: await signUpStaff(testApp, 'acc_anton', 'admin'),
  }
})
after(() => testApp.close())

const json = (method: string, body?: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  ...(body && { body: JSON.stringify(body) }),
})
const file = { format: 'site-settings-1', settings: {} }
const requests: [path: string, init: RequestInit, allowed: string[]][] = [
  ['/api/admin/settings', {}, ['admin']],
  ['/api/admin/settings', json('PATCH', { settings: {} }), ['admin']],
  ['/api/admin/settings/export', {}, ['admin']],
  ['/api/admin/settings/import', json('PUT', file), ['admin']],
  ['/api/admin/invitations', {}, ['safety_lead', 'admin']],
  ['/api/admin/invitations', json('POST', {}), ['safety_lead', 'admin']],
  ['/admin/settings', {}, ['admin']],
  ['/admin/invitations', {}, ['safety_lead', 'admin']],
]

for (const [path, init, allowed] of requests)
  test(`${init.method ?? 'GET'} ${path} does not exist except for ${allowed.join(' and ')}`, async () => {
    for (const [role, person] of Object.entries(people)) {
      const { status } = await person.fetch(path, init)
      assert.equal(status < 300 ? 'allowed' : status, allowed.includes(role) ? 'allowed' : 404, role)
    }
  })

test('only admins and safety leads can revoke an invitation', async () => {
  for (const [role, person] of Object.entries(people)) {
    const { invitation } = await people.admin.call(createInvitation, { body: {} })
    const { status } = await person.fetch(`/api/admin/invitations/${invitation.id}`, { method: 'DELETE' })
    assert.equal(status, ['safety_lead', 'admin'].includes(role) ? 204 : 404, role)
  }
})

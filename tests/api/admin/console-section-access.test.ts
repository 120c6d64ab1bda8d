import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import * as content from '#contract/admin/content.ts'
import * as jobs from '#contract/admin/jobs.ts'
import * as storage from '#contract/admin/storage.ts'
import * as contact from '#contract/contact/contact-inbox.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let people: Record<'anonymous' | 'member' | 'moderator' | 'safety_lead' | 'admin', TestUser>
before(async () => {
  testApp = await startTestApp()
  people = {
    anonymous: testApp.anonymousUser(),
    member: await testApp.signUpMember('member'),
    moderator: await signUpStaff(testApp, 'moderator_m', 'moderator'),
    safety_lead: await signUpStaff(testApp, 'lead_l', 'safety_lead'),
    admin: await signUpStaff(testApp, 'admin_a', 'admin'),
  }
})
after(() => testApp.close())

const nowhere = '00000000-0000-4000-8000-000000000000'
const params = { id: nowhere, name: 'push-notification' }

/** Every endpoint of the sections, and a body that passes validation. */
const forLeads: [Endpoint, object?][] = [
  [content.listConsoleContent],
  [content.reprocessContent],
  [content.openCaseAboutContent],
  [contact.listContactMessages],
  [contact.getContactMessage],
  [contact.assignContactMessage, { user_id: null }],
  [contact.replyToContactMessage, { body: 'Hello' }],
  [contact.closeContactMessage],
  [contact.reopenContactMessage],
]
const forAdmins: [Endpoint, object?][] = [
  [jobs.listJobs],
  [jobs.retryJob],
  [jobs.cancelJob],
  [storage.getStorageOverview],
  [storage.measureStorage],
  [storage.startIntegrityCheck],
  [storage.getIntegrityCheck],
]

const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

async function ask(who: TestUser, endpoint: Endpoint, body?: object) {
  const path = buildEndpointPath(endpoint, { params })
  const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await who.fetch(path, { method: endpoint.method, ...init })
  return { status: response.status, text: withoutRequestId(await response.text()) }
}

const hasNoSubject = (endpoint: Endpoint) => !endpoint.path.includes('{')

for (const [endpoints, allowed] of [
  [forLeads, ['safety_lead', 'admin']],
  [forAdmins, ['admin']],
] as const)
  for (const [endpoint, body] of endpoints)
    test(`${endpoint.method} ${endpoint.path} exists only for ${allowed.join(' and ')}`, async () => {
      const missing = await ask(people.member, { ...endpoint, path: '/api/admin/nothing-like-this' }, body)
      for (const [role, who] of Object.entries(people)) {
        const found = await ask(who, endpoint, body)
        if (!(allowed as readonly string[]).includes(role)) {
          assert.equal(found.status, 404, role)
          if (role !== 'safety_lead') assert.equal(found.text, missing.text, role)
          continue
        }
        // The subject does not exist, so an allowed request for it is not found either.
        assert.equal(
          found.status,
          hasNoSubject(endpoint) ? (endpoint.status ?? 200) : 404,
          `${role} ${found.text}`,
        )
      }
    })

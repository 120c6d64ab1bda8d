import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import * as content from '#contract/admin/content.ts'
import * as jobs from '#contract/admin/jobs.ts'
import * as storage from '#contract/admin/storage.ts'
import { sendContactMessage } from '#contract/contact/contact-form.ts'
import * as contact from '#contract/contact/contact-inbox.ts'
import { db } from '#server/platform/db/db.ts'
import { keepOriginalOf } from '#tests/support/fixtures/kept-original.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
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

async function ask(who: TestUser, endpoint: Endpoint, body?: object, id = nowhere) {
  const path = buildEndpointPath(endpoint, { params: { ...params, id } })
  const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await who.fetch(path, { method: endpoint.method, ...init })
  return { status: response.status, text: withoutRequestId(await response.text()) }
}

/** A published video with its uploaded file, a message of the contact form, and a failed job. */
async function createSubjects(): Promise<{ item: string; message: string; job: string }> {
  const owner = await testApp.signUpMember('uma_uploads')
  const item = await createPublishedVideo(owner)
  await keepOriginalOf(item, owner.id)
  const body = {
    firstName: 'Nora',
    lastName: 'Nosey',
    email: 'nora@example.org',
    subject: 'General Inquiry',
    message: 'Hi',
  }
  await testApp.anonymousUser().call(sendContactMessage, { body: body as never })
  const message = await db.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: string }>`insert into pgboss.job (name, state, completed_on)
    values ('push-notification', 'failed', now()) returning id`.execute(db)
  return { item, message: message.id, job: rows[0]!.id }
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

test('staff without the role get 404 for subjects that exist, and change nothing', async () => {
  const { item, message, job } = await createSubjects()
  const snapshot = async () => {
    const { rows } = await sql`select
      (select count(*)::int from audit_log) as log, (select count(*)::int from cases) as cases,
      (select count(*)::int from pgboss.job where name = 'process') as transcodings,
      (select state::text from pgboss.job where id = ${job}) as job,
      (select row(contact_messages.*)::text from contact_messages) as message`.execute(db)
    return rows[0]
  }
  const unchanged = await snapshot()
  const refused = [
    ...forLeads.map(([endpoint, body]) => [endpoint, body, ['anonymous', 'member', 'moderator']] as const),
    ...forAdmins.map(
      ([endpoint, body]) => [endpoint, body, ['anonymous', 'member', 'moderator', 'safety_lead']] as const,
    ),
  ]
  for (const [endpoint, body, roles] of refused) {
    if (hasNoSubject(endpoint)) continue
    const id = endpoint.path.includes('/content/') ? item : endpoint.path.includes('/jobs/') ? job : message
    for (const role of roles) {
      const { status } = await ask(people[role], endpoint, body, id)
      assert.equal(status, 404, `${endpoint.method} ${endpoint.path} as ${role}`)
    }
  }
  assert.deepEqual(await snapshot(), unchanged)
})

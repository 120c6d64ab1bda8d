import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { cancelJob, listJobs, retryJob } from '#contract/admin/jobs.ts'
import { jobRules } from '#server/admin/jobs/job-rules.ts'
import { jobWorkers } from '#server/app.ts'
import { weeklyDigestJob } from '#server/notifications/digest/send-digests.ts'
import { pushJob } from '#server/notifications/push/push-job.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { sendEmailJob } from '#server/platform/email.ts'
import { enqueue, type Job } from '#server/platform/queue/queue.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listAuditedActions } from '#tests/support/fixtures/audited-actions.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let admin: TestUser
before(async () => {
  testApp = await startTestApp()
  admin = await signUpStaff(testApp, 'admin_a', 'admin')
})
beforeEach(() => sql`delete from pgboss.job`.execute(db))
after(() => testApp.close())

/** Enqueues a job and returns its id. No worker runs in this test. */
async function addJob<Payload extends object>(job: Job<Payload>, payload: Payload): Promise<string> {
  await transaction((tx) => enqueue(tx, job, payload))
  const { rows } = await sql<{
    id: string
  }>`select id from pgboss.job order by created_on desc, id desc limit 1`.execute(db)
  return rows[0]!.id
}

const delivery = { notificationId: 'n', subscriptionId: 's' }

async function failJob(id: string, output: object): Promise<void> {
  await sql`update pgboss.job set state = 'failed', completed_on = now(), output = ${JSON.stringify(output)}::jsonb
    where id = ${id}`.execute(db)
}

const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state::text from pgboss.job where id = ${id}`.execute(db)).rows[0]
    ?.state

test('every job of the site has a rule that says whether it can be cancelled and retried', () => {
  assert.deepEqual(jobWorkers.map(({ job }) => job.name).toSorted(), Object.keys(jobRules).toSorted())
})

test('the console lists jobs by state and by name, newest first, without their payloads', async () => {
  const ids = [await addJob(pushJob, delivery), await addJob(pushJob, delivery)]
  const digest = await addJob(weeklyDigestJob, { userId: 'person-4711' })
  await sql`update pgboss.job set state = 'active', started_on = now() where id = ${ids[0]}`.execute(db)
  const waiting = await admin.call(listJobs, { query: { state: 'waiting' } })
  assert.deepEqual(
    waiting.items.map(({ id }) => id),
    [digest, ids[1]],
  )
  assert.ok(!JSON.stringify(waiting).includes('4711'))
  const named = await admin.call(listJobs, { query: { state: 'waiting', name: pushJob.name } })
  assert.deepEqual(
    named.items.map(({ id }) => id),
    [ids[1]],
  )
  const running = await admin.call(listJobs, { query: {} })
  assert.deepEqual([running.items[0]?.id, running.items[0]?.cannot_cancel], [ids[0], 'running'])
  const count = running.counts.find(({ name }) => name === pushJob.name)
  assert.deepEqual([count?.running, count?.waiting, count?.failed], [1, 1, 0])
})

test('the console pages through jobs', async () => {
  for (let n = 0; n < 3; n += 1) await addJob(pushJob, delivery)
  const first = await admin.call(listJobs, { query: { state: 'waiting', limit: 2 } })
  const second = await admin.call(listJobs, {
    query: { state: 'waiting', limit: 2, cursor: first.next_cursor! },
  })
  const ids = [...first.items, ...second.items].map(({ id }) => id)
  assert.deepEqual([new Set(ids).size, second.next_cursor], [3, null])
})

test('a failed job shows why it failed, without addresses and secrets', async () => {
  const id = await addJob(pushJob, delivery)
  await failJob(id, {
    message: 'https://push.example/abc answered 410 for ada@example.com (token=s3cr3t)\nat x.ts:1',
    stack: 'Error: at /srv/site/x.ts',
  })
  const mail = await addJob(sendEmailJob, { to: 'ada@example.com', subject: 'Hi Ada', text: '…' })
  await failJob(mail, { message: '550 Ada Lovelace unknown', code: 'EENVELOPE', responseCode: 550 })
  const { items } = await admin.call(listJobs, { query: { state: 'failed' } })
  assert.deepEqual(
    items.map(({ reason }) => reason),
    ['EENVELOPE 550', '[link] answered 410 for [email] (token=[secret]'],
  )
  assert.doesNotMatch(JSON.stringify(items), /ada|lovelace|s3cr3t|srv/i)
})

test('a failed job can be retried once, and the retry is logged', async () => {
  const id = await addJob(pushJob, delivery)
  const params = { name: pushJob.name, id }
  assert.match(await expectApiError(admin.call(retryJob, { params })), /^409 Can’t be retried/)
  await failJob(id, { message: 'no' })
  await admin.call(retryJob, { params })
  assert.equal(await stateOf(id), 'retry')
  assert.match(await expectApiError(admin.call(retryJob, { params })), /^409/)
  assert.deepEqual(
    (await listAuditedActions(id)).map(([did]) => did),
    ['retry job'],
  )
})

test('only waiting jobs that the site can do without can be cancelled', async () => {
  const id = await addJob(pushJob, delivery)
  const params = { name: pushJob.name, id }
  await sql`update pgboss.job set state = 'active' where id = ${id}`.execute(db)
  assert.match(await expectApiError(admin.call(cancelJob, { params })), /^409 Can’t be cancelled/)
  await sql`update pgboss.job set state = 'created' where id = ${id}`.execute(db)
  await admin.call(cancelJob, { params })
  assert.equal(await stateOf(id), 'cancelled')
  assert.match(await expectApiError(admin.call(cancelJob, { params })), /^404/)
  assert.deepEqual(
    (await listAuditedActions(id)).map(([did]) => did),
    ['cancel job'],
  )
  const mail = await addJob(sendEmailJob, { to: 'a@example.com', subject: '', text: '' })
  const mailParams = { name: sendEmailJob.name, id: mail }
  assert.match(await expectApiError(admin.call(cancelJob, { params: mailParams })), /^409/)
  assert.equal(await stateOf(mail), 'created')
  const wrongName = { name: weeklyDigestJob.name, id: mail }
  assert.match(await expectApiError(admin.call(cancelJob, { params: wrongName })), /^404/)
})

test('two concurrent cancellations of a job log one cancellation', async () => {
  const id = await addJob(pushJob, delivery)
  const params = { name: pushJob.name, id }
  const results = await Promise.allSettled([1, 2, 3].map(() => admin.call(cancelJob, { params })))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await listAuditedActions(id)).length, 1)
})

test('the command line lists, retries and cancels jobs', async () => {
  const id = await addJob(pushJob, delivery)
  const run = (...args: string[]) => spawnAdminCommand(testApp, args)
  const listed = await run('jobs', 'waiting', pushJob.name)
  assert.match(listed.output, new RegExp(`${pushJob.name}  ${id}[^]*1 waiting`))
  assert.equal((await run('cancel-job', pushJob.name, id)).code, 0)
  assert.equal(await stateOf(id), 'cancelled')
  assert.equal((await run('retry-job', pushJob.name, id)).code, 1)
  assert.match((await run('jobs', 'sleeping')).output, /npm run admin/)
})

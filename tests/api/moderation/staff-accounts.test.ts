import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { signIn } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { sendPasswordResetEmail, resetPassword } from '#contract/auth/passwords.ts'
import { beginTwoFactorSetup, confirmTwoFactorSetup } from '#contract/auth/two-factor.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { listCases } from '#contract/moderation/moderation-cases.ts'
import { pseudonymizeForAuditLog } from '#server/moderation/audit/audit-log.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { computeTotpCode } from '#tests/support/clients/totp.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { runAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let bob: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  bob = await testApp.signUpMember('bob')
})
after(() => testApp.close())

test('an operator can give staff roles only to adults with confirmed email addresses', async () => {
  await testApp.signUpMember('young', 16)
  const older = await testApp.signUpMember('older', 19)
  const unconfirmed = await runAdminCommand(testApp, 'make-moderator', 'older@example.com').catch(
    (error: { stdout: string }) => error,
  )
  assert.match(unconfirmed.stdout, /has not confirmed the address yet/)
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', older.id).execute()
  const refusedYoung = await runAdminCommand(testApp, 'make-moderator', 'young@example.com').catch(
    (error: { stdout: string }) => error,
  )
  assert.match(refusedYoung.stdout, /Staff must be 18 or older/)
  assert.match(
    (await runAdminCommand(testApp, 'make-moderator', 'older@example.com')).stdout,
    /now has the role moderator, from their next sign-in\. In that sign-in, they must set up a second factor/,
  )
  await sql`insert into second_factors (user_id, secret, confirmed_at) values (${older.id}, 'x', now())`.execute(
    db,
  )
  assert.equal(
    (await runAdminCommand(testApp, 'make-moderator', 'older@example.com')).stdout,
    'older@example.com now has the role moderator, from their next sign-in.\n',
  )
  assert.match((await runAdminCommand(testApp, 'staff')).stdout, /moderator +older@example.com/)
})

test('an adult above the site’s age limit can have a staff account, which can moderate but cannot post', async () => {
  const result = await runAdminCommand(testApp, 'add-staff', 'grown@example.com', 'grown_up')
  assert.match(result.stdout, /is now a moderator, as @grown_up/)
  const again = await runAdminCommand(testApp, 'add-staff', 'grown@example.com', 'grown_two').catch(
    (error: { stdout: string }) => error,
  )
  assert.match(again.stdout, /Use make-moderator/)
  const taken = await runAdminCommand(testApp, 'add-staff', 'other@example.com', 'Bob').catch(
    (error: { stdout: string }) => error,
  )
  assert.match(taken.stdout, /is taken/)

  const grown = testApp.anonymousUser()
  await grown.call(sendPasswordResetEmail, { body: { email: 'grown@example.com' } })
  const sentEmail = await waitForEmail(testApp, 'grown@example.com', 'password')
  const token = extractFirstLink(sentEmail).searchParams.get('token')!
  await grown.call(resetPassword, { body: { token, password: validPassword } })
  await grown.call(signIn, { body: { email: 'grown@example.com', password: validPassword } })
  assert.match(
    await expectApiError(grown.call(listCases, { query: {} })),
    /^403 Set up a second factor first/,
  )
  const { secret } = await grown.call(beginTwoFactorSetup, { body: {} })
  await grown.call(confirmTwoFactorSetup, { body: { code: await computeTotpCode(secret) } })
  assert.ok(Array.isArray((await grown.call(listCases, { query: {} })).items))
  const item = await createPublishedVideo(bob)
  const { me } = await grown.call(getSession, {})
  assert.deepEqual([me?.role, me?.is_private], ['moderator', true])
  assert.match(
    await expectApiError(grown.call(postComment, { params: { id: item }, body: { body: 'hi' } })),
    /^403/,
  )
})

test('an adult above the age limit with the address of ADMIN_EMAIL gets the admin role', async () => {
  process.env['ADMIN_EMAIL'] = 'Head@example.com'
  try {
    const { stdout } = await runAdminCommand(testApp, 'add-staff', 'head@example.com', 'head_of_site')
    assert.match(stdout, /^head@example\.com is now an admin, as @head_of_site/)
    const again = await runAdminCommand(testApp, 'add-staff', 'head@example.com', 'head_two').catch(
      (error: { stdout: string }) => error,
    )
    assert.match(again.stdout, /Use make-admin/)
  } finally {
    delete process.env['ADMIN_EMAIL']
  }
  const { id, role } = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', 'head@example.com')
    .executeTakeFirstOrThrow()
  assert.equal(role, 'admin')
  const { entry } = await db
    .selectFrom('audit_log')
    .select('entry')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  const { from, to, subject } = JSON.parse(entry) as Record<string, unknown>
  assert.deepEqual([from, to, subject], [null, 'admin', `profile ${pseudonymizeForAuditLog(id)}`])
})

test('the command-line help works without a database', async () => {
  const nowhere = { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['bin/admin.ts', 'help'], {
    env: nowhere,
  })
  assert.match(stdout, /make-moderator/)
  assert.equal(stderr, '')
})

/* Registration that is open, by invitation or closed, and invitation links. */
import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import {
  checkInvitation,
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '#contract/invitations/invitations.ts'
import type { RegistrationMode } from '#contract/settings/setting-choices.ts'
import { changeSettings } from '#server/admin/settings/change-settings.ts'
import { deleteExpiredSignIns } from '#server/auth/expired-sign-ins.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser, validPassword } from '#tests/support/app/test-app.ts'
import { countConcurrentOutcomes } from '#tests/support/async/count-concurrent-outcomes.ts'
import { runAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let admin: TestUser
before(async () => {
  testApp = await startTestApp()
  admin = await signUpStaff(testApp, 'inv_admin', 'admin')
})
after(() => testApp.close())
beforeEach(() => setMode('invitation'))

const setMode = (mode: RegistrationMode) => changeSettings(null, { registration: { value: mode } })
const tokenOf = (url: string) => new URL(url).searchParams.get('invite')!
const invite = async (body: { uses?: number; days?: number; note?: string } = {}) => {
  const { url, invitation } = await admin.call(createInvitation, { body })
  return { token: tokenOf(url), url, ...invitation }
}
const invitationOf = async (id: string) =>
  (await admin.call(listInvitations, { query: {} })).items.find((one) => one.id === id)!
const join = (username: string, invitation?: string, more: Record<string, unknown> = {}) =>
  testApp.anonymousUser().call(signUp, {
    body: {
      full_name: 'Ines Invited',
      email: `${username}@example.com`,
      age: 16,
      username,
      password: validPassword,
      terms: true,
      ...(invitation !== undefined && { invitation }),
      ...more,
    },
  })
const check = (token: string) => testApp.anonymousUser().call(checkInvitation, { query: { token } })

test('by invitation, only people with a link can join, and they get no staff role', async () => {
  assert.match(await expectApiError(join('inv_none')), /^403 You need an invitation/)
  assert.match(await expectApiError(join('inv_guess', 'guess')), /^422 This invitation doesn’t work/)
  const { token, id, url } = await invite({ note: 'Class 8b' })
  assert.match(url, /^http:\/\/localhost:3000\/join\?invite=[\w-]{43}$/)
  assert.ok((await check(token)).expires_at)
  await join('inv_first', token)
  const { uses, max_uses, state, note, created_by } = await invitationOf(id)
  assert.deepEqual([uses, max_uses, state, note, created_by], [1, 1, 'used_up', 'Class 8b', 'inv_admin'])
  const { role } = await db
    .selectFrom('users')
    .select('role')
    .where('email', '=', 'inv_first@example.com')
    .executeTakeFirstOrThrow()
  assert.equal(role, 'user')
  assert.match(await expectApiError(join('inv_second', token)), /^422 This invitation is used up/)
  assert.match(await expectApiError(check(token)), /^422 This invitation is used up/)
})

test('of 20 concurrent sign-ups with an invitation for five, exactly five succeed', async () => {
  const { token, id } = await invite({ uses: 5 })
  const outcomes = await countConcurrentOutcomes(20, (n) => join(`inv_race${n}`, token))
  assert.deepEqual(outcomes, { done: 5, invitation_used_up: 15 })
  assert.equal((await invitationOf(id)).uses, 5)
  const accounts = await db.selectFrom('users').select('id').where('email', 'like', 'inv_race%').execute()
  assert.equal(accounts.length, 5)
})

test('a refused age, a taken username or another error does not use the invitation', async () => {
  const { token, id } = await invite()
  await expectApiError(join('inv_young', token, { age: 11 }))
  await expectApiError(join('inv_admin', token, { email: 'inv_other@example.com' }))
  await expectApiError(join('inv_weak', token, { password: 'password' }))
  assert.equal((await invitationOf(id)).uses, 0)
  await join('inv_right', token)
})

test('an expired and a revoked link say so, and accounts that joined before stay', async () => {
  const expired = await invite()
  await sql`update invitations set expires_at = now() - interval '1 second' where id = ${expired.id}`.execute(
    db,
  )
  assert.match(
    await expectApiError(join('inv_late', expired.token)),
    /^422 This invitation has expired \/ Ask/,
  )
  const revoked = await invite({ uses: 2 })
  await join('inv_early', revoked.token)
  await admin.call(revokeInvitation, { params: { id: revoked.id } })
  assert.match(
    await expectApiError(join('inv_slow', revoked.token)),
    /^422 This invitation was withdrawn \/ Ask/,
  )
  assert.equal((await invitationOf(revoked.id)).state, 'revoked')
  assert.equal((await invitationOf(expired.id)).state, 'expired')
  const { length } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'inv_early@example.com')
    .execute()
  assert.equal(length, 1)
})

test('nobody can join while registration is closed, and members can still sign in', async () => {
  const { token } = await invite()
  await setMode('closed')
  assert.match(await expectApiError(join('inv_shut', token)), /^403 Registration is closed/)
  assert.match(await expectApiError(check(token)), /^403 Registration is closed/)
  const { site, me } = await admin.call(getSession, {})
  assert.deepEqual([site.registration, me?.username], ['closed', 'inv_admin'])
  await setMode('open')
  await join('inv_open')
})

test('the database contains only hashes of the links, and the audit log who created and revoked them', async () => {
  const { token, id } = await invite({ uses: 3, days: 2 })
  const { rows } = await sql<{ row: string }>`select invitations::text as row from invitations`.execute(db)
  assert.ok(rows.length > 0 && !rows.some(({ row }) => row.includes(token)))
  await admin.call(revokeInvitation, { params: { id } })
  await admin.call(revokeInvitation, { params: { id } })
  const entries = (await db.selectFrom('audit_log').select('entry').orderBy('seq').execute()).slice(-2)
  const [created, revoked] = entries.map(({ entry }) => JSON.parse(entry) as Record<string, unknown>)
  assert.deepEqual([created!['did'], created!['uses'], created!['days']], ['invitation created', 3, 2])
  assert.equal(revoked!['did'], 'invitation revoked')
  assert.equal(created!['subject'], revoked!['subject'])
})

test('invitations are listed newest first in pages, and deleted 90 days after they expire', async () => {
  await sql`insert into invitations (token_hash, max_uses, expires_at, created_at)
    select 'page' || n, 1, now() + interval '1 day', now() - n * interval '1 minute'
    from generate_series(1, 60) as n`.execute(db)
  const first = await admin.call(listInvitations, { query: {} })
  assert.equal(first.items.length, 50)
  const next = await admin.call(listInvitations, { query: { cursor: first.next_cursor! } })
  const times = [...first.items, ...next.items].map(({ created_at }) => created_at)
  assert.deepEqual(times, times.toSorted().toReversed())
  assert.equal(next.next_cursor, null)
  const all = times.length
  await sql`update invitations set expires_at = now() - interval '91 days' where token_hash like 'page%'`.execute(
    db,
  )
  await deleteExpiredSignIns()
  const { length } = await db.selectFrom('invitations').select('id').execute()
  assert.equal(length, all - 60)
})

test('limits of an invitation are explained, and the command line creates links', async () => {
  const { url } = await admin.call(createInvitation, { body: {} })
  assert.ok(url)
  for (const body of [{ uses: 0 }, { uses: 1001 }, { days: 366 }, { note: 'x'.repeat(101) }])
    assert.match(await expectApiError(admin.call(createInvitation, { body })), /Choose 1–1,000 uses/)
  const run = async (...args: string[]) => (await runAdminCommand(testApp, 'invite', ...args)).stdout
  const [link, text] = (await run('--uses', '2', '--days', '3')).split('\n')
  assert.match(text!, /^Up to 2 people/)
  await join('inv_shell', tokenOf(link!))
  await assert.rejects(run('--uses', 'many'), /Choose 1–1,000 uses/)
})

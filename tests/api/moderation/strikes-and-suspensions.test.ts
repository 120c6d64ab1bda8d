import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import pg from 'pg'
import { getSession } from '#contract/accounts/current-user.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { postCaseAction, claimCase, decideAppeal, listCases } from '#contract/moderation/moderation-cases.ts'
import type { ModerationRule, ViolationSeverity } from '#contract/moderation/moderation-policy.ts'
import { getProfileById, updateProfile } from '#contract/people/profiles.ts'
import { submitAppeal, listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { createAccessToken } from '#contract/auth/sign-in.ts'
import { verifyAuditLogChain } from '#server/moderation/audit/verify-audit-chain.ts'
import { liftExpiredSuspensions } from '#server/moderation/jobs.ts'
import { countActiveStrikes } from '#server/moderation/decisions/strikes.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { createModerationCase } from '#tests/support/fixtures/moderation-case.ts'
import { runAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let bob: TestUser
let mia: TestUser
let lea: TestUser
let ruth: TestUser
let pool: pg.Pool
before(async () => {
  testApp = await startTestApp({ working: true })
  pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 1 })
  bob = await testApp.signUpMember('bob')
  mia = await signUpStaff(testApp, 'mia', 'moderator')
  lea = await signUpStaff(testApp, 'lea', 'safety_lead')
  ruth = await signUpStaff(testApp, 'ruth', 'admin')
})
after(async () => {
  await pool.end()
  await testApp.close()
})

async function decide(who: TestUser, id: string, body: InputOf<typeof postCaseAction>['body']) {
  await who.call(claimCase, { params: { id } })
  return who.call(postCaseAction, { params: { id }, body })
}

async function removeItem(
  owner: TestUser,
  rule: Exclude<ModerationRule, 'strikes'>,
  severity: ViolationSeverity = 'usual',
) {
  const item = await createPublishedVideo(owner)
  await decide(mia, await createModerationCase(owner, item), { action: 'remove', rule, severity })
  return item
}

const statements = async (who: TestUser) => (await who.call(listStatementsOfReasons, {})).items
const isThere = (who: TestUser) =>
  bob.call(getProfileById, { params: { id: who.id } }).then(
    () => true,
    () => false,
  )

test('severe or repeated violations add more strikes, and strikes expire after 90 days', async () => {
  const ada = await testApp.signUpMember('strikes_ada')
  await removeItem(ada, 'spam')
  assert.equal(await countActiveStrikes(ada.id), 1)
  await removeItem(ada, 'spam')
  assert.equal(await countActiveStrikes(ada.id), 3)
  const longAgo = new Date(Date.now() - 91 * 24 * 3600_000)
  await db
    .updateTable('decisions')
    .set({ made_at: longAgo } as never)
    .where('user_id', '=', ada.id)
    .execute()
  assert.equal(await countActiveStrikes(ada.id), 0)
  await removeItem(ada, 'grooming', 'worst')
  assert.equal(await countActiveStrikes(ada.id), 4)
})

test('three strikes suspend a user for a week, six suspend for thirty days, and eight lead to a proposed ban', async () => {
  const ada = await testApp.signUpMember('ladder_ada')
  const days = async () => {
    const [newest] = (await statements(ada)).filter(({ rule }) => rule === 'strikes')
    return newest ? Math.round((Date.parse(newest.until!) - Date.parse(newest.made_at)) / (24 * 3600_000)) : 0
  }
  await removeItem(ada, 'spam', 'serious')
  assert.deepEqual([await isThere(ada), await days()], [true, 0])
  await removeItem(ada, 'scam')
  assert.deepEqual([await isThere(ada), await days()], [false, 7])
  await removeItem(ada, 'violence', 'worst')
  assert.deepEqual([await countActiveStrikes(ada.id), await days()], [7, 30])
  await removeItem(ada, 'hate')
  const { items } = await lea.call(listCases, { query: {} })
  const asked = items.find(({ proposes_ban }) => proposes_ban)!
  assert.equal(asked.subject, 'profile')
  assert.match(await expectApiError(decide(mia, asked.id, { action: 'ban' })), /^409 Action not available/)
  await db.updateTable('cases').set({ claimed_by: null }).where('id', '=', asked.id).execute()
  await decide(lea, asked.id, { action: 'ban', rule: 'hate' })
  assert.equal((await statements(ada))[0]?.action, 'ban')
})

test('reversing a removal reverses its strikes and the suspension they caused', async () => {
  const ada = await testApp.signUpMember('won_ada')
  await removeItem(ada, 'spam', 'serious')
  await removeItem(ada, 'scam', 'serious')
  assert.equal(await isThere(ada), false)
  const first = (await statements(ada)).find(({ rule }) => rule === 'spam')!
  await ada.call(submitAppeal, { params: { id: first.id }, body: { words: 'Not mine' } })
  const { items } = await lea.call(listCases, { query: { only: 'appeals' } })
  const { detail } = await lea.call(claimCase, { params: { id: items[0]!.id } })
  await lea.call(decideAppeal, { params: { id: detail!.appeal!.id }, body: { outcome: 'reversed' } })
  assert.deepEqual([await countActiveStrikes(ada.id), await isThere(ada)], [2, true])
})

test('a suspended user can sign in, read and appeal, but cannot post anything', async () => {
  const ada = await testApp.signUpMember('away_ada')
  const item = await createPublishedVideo(ada)
  await decide(mia, await createModerationCase(ada), { action: 'suspend', rule: 'bullying', days: 7 })
  const { me } = await ada.call(getSession, {})
  assert.equal(me?.suspended?.statement_id, (await statements(ada))[0]?.id)
  assert.match(
    await expectApiError(ada.call(postComment, { params: { id: item }, body: { body: 'hi' } })),
    /^403 Account suspended/,
  )
  assert.equal((await bob.fetch(`/api/content/${item}`)).status, 404)
  assert.equal((await ada.fetch(`/api/content/${item}`)).status, 200)
  assert.equal((await statements(ada))[0]?.may_appeal, true)
  await db
    .updateTable('profiles')
    .set({ suspended_until: new Date(Date.now() - 1000) })
    .where('user_id', '=', ada.id)
    .execute()
  assert.equal((await bob.fetch(`/api/content/${item}`)).status, 200)
  await liftExpiredSuspensions()
  const row = await db
    .selectFrom('profiles')
    .select('suspended_until')
    .where('user_id', '=', ada.id)
    .executeTakeFirst()
  assert.equal(row?.suspended_until, null)
})

test('a banned user can still sign in and read the reasons for the ban', async () => {
  const ada = await testApp.signUpMember('banned_ada')
  const { access_token } = await testApp.anonymousUser().call(createAccessToken, {
    body: { grant_type: 'password', email: 'banned_ada@example.com', password: validPassword },
  })
  await decide(lea, await createModerationCase(ada), { action: 'ban', rule: 'grooming' })
  const asProgram = await testApp
    .anonymousUser()
    .fetch('/api/session', { headers: { authorization: `Bearer ${access_token}` } })
  assert.equal(asProgram.status, 401)
  assert.equal((await ada.call(getSession, {})).me?.id, ada.id)
  assert.equal(await isThere(ada), false)
})

test('comment bans, forced private profiles and forced renames last until the decision is reversed', async () => {
  const ada = await testApp.signUpMember('three_ada')
  const item = await createPublishedVideo(bob)
  const id = await createModerationCase(ada)
  await decide(mia, id, { action: 'mute_comments', rule: 'bullying', keep_open: true })
  assert.match(
    await expectApiError(ada.call(postComment, { params: { id: item }, body: { body: 'hi' } })),
    /^403 Comments paused/,
  )
  await decide(mia, id, { action: 'force_private', rule: 'private_information', keep_open: true })
  assert.match(
    await expectApiError(ada.call(updateProfile, { body: { is_private: false } })),
    /^409 Profile kept private/,
  )
  await decide(mia, id, { action: 'restore', keep_open: true })
  await ada.call(postComment, { params: { id: item }, body: { body: 'back' } })
  assert.equal((await bob.call(getProfileById, { params: { id: ada.id } })).view, 'full')
  await decide(mia, id, { action: 'force_rename', rule: 'impersonation' })
  const { username } = await bob.call(getProfileById, { params: { id: ada.id } })
  assert.notEqual(username, 'three_ada')
  assert.equal((await ada.call(getSession, {})).me?.choose_username, true)
})

test('quarantined content is visible only to admins and cannot be played', async () => {
  const ada = await testApp.signUpMember('sealed_ada')
  const item = await createPublishedVideo(ada)
  await decide(mia, await createModerationCase(ada, item), { action: 'quarantine', rule: 'minor_safety' })
  const again = await createModerationCase(ada, item)
  for (const who of [mia, lea])
    assert.match(await expectApiError(who.call(claimCase, { params: { id: again } })), /^404/)
  const { detail } = await ruth.call(claimCase, { params: { id: again } })
  assert.deepEqual([detail?.content?.state, detail?.content?.media], ['quarantined', null])
  assert.equal((await ada.call(getContent, { params: { id: item } })).moderation, 'removed')
  assert.ok(!JSON.stringify(await statements(ada)).includes('quarantine'))
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  for (const who of [ruth, ada])
    assert.equal((await who.fetch(`/media/${playback_id}/master.m3u8`)).status, 404)
})

test('content deleted during a review is hidden immediately and erased when the case is closed', async () => {
  const ada = await testApp.signUpMember('gone_ada')
  const item = await createPublishedVideo(ada)
  const id = await createModerationCase(ada, item)
  await ada.call(deleteContent, { params: { id: item } })
  assert.equal((await ada.fetch(`/api/content/${item}`)).status, 404)
  const jobs = async () =>
    (
      await pool.query("select 1 from pgboss.job where name = 'erase-content' and data::text like $1", [
        `%${item}%`,
      ])
    ).rowCount
  assert.equal(await jobs(), 0)
  const { detail } = await mia.call(claimCase, { params: { id } })
  assert.deepEqual([detail?.content?.state, detail?.content?.media], ['deleted', null])
  await mia.call(postCaseAction, { params: { id }, body: { action: 'warn', rule: 'spam' } })
  assert.equal(await jobs(), 1)
})

test('a moderator can publish or discard a held bio', async () => {
  const ada = await testApp.signUpMember('bio_ada')
  const phone = 'Call me on 0171 5550199'
  /** The bio as a 16-year-old sees it. */
  const covered = 'Call me on •••'
  const bio = async () => (await bob.call(getProfileById, { params: { id: ada.id } })).bio
  const holdBio = async () => {
    await ada.call(updateProfile, { body: { bio: phone, anyway: true } })
    const { id } = (await mia.call(listCases, { query: { subject: 'profile' } })).items.at(-1)!
    const opened = await mia.call(claimCase, { params: { id } })
    assert.deepEqual([opened.detail?.owner.bio, opened.detail?.owner.held_bio], ['', phone])
    assert.equal(opened.detail?.may.includes('dismiss'), false)
    return id
  }
  await decide(mia, await holdBio(), { action: 'remove', rule: 'private_information' })
  const [statement] = await statements(ada)
  assert.deepEqual([statement?.action, statement?.about, await bio()], ['remove', phone, ''])
  const { id } = statement!
  await ada.call(submitAppeal, { params: { id }, body: { words: 'It is a made-up number' } })
  const { items } = await lea.call(listCases, { query: { only: 'appeals' } })
  const opened = await lea.call(claimCase, { params: { id: items.at(-1)!.id } })
  await lea.call(decideAppeal, {
    params: { id: opened.detail!.appeal!.id },
    body: { outcome: 'reversed', answer: '' },
  })
  assert.equal(await bio(), covered)

  await ada.call(updateProfile, { body: { bio: '' } })
  await decide(mia, await holdBio(), { action: 'approve' })
  assert.equal(await bio(), covered)
})

test('the audit log cannot be changed and contains no names', async () => {
  const rows = await db.selectFrom('audit_log').select('entry').execute()
  assert.ok(rows.length > 20)
  const people = await db.selectFrom('profiles').select(['user_id', 'username']).execute()
  const text = rows.map(({ entry }) => entry).join('\n')
  for (const { user_id, username } of people)
    assert.ok(!text.includes(user_id) && !text.includes(`"${username}"`))
  for (const attempt of ["update audit_log set entry = '{}'", 'delete from audit_log', 'truncate audit_log'])
    await assert.rejects(pool.query(attempt), /only grows/)
})

test('verification detects audit log rows that were changed or removed', async () => {
  const whole = await verifyAuditLogChain()
  assert.equal(whole.firstInvalidRow, null)
  const tamper = async (sql: string) => {
    await pool.query('alter table audit_log disable trigger user')
    await pool.query(sql)
    await pool.query('alter table audit_log enable trigger user')
  }
  const { rows } = await pool.query('select entry from audit_log where seq = 7')
  await tamper(`update audit_log set entry = replace(entry, 'machine', 'nobody') || ' ' where seq = 7`)
  assert.deepEqual((await verifyAuditLogChain()).firstInvalidRow, { seq: 7, why: 'its text was changed' })
  await tamper(`update audit_log set entry = '${rows[0].entry}' where seq = 7`)
  assert.equal((await verifyAuditLogChain()).firstInvalidRow, null)
  const command = await runAdminCommand(testApp, 'audit', 'verify', `${whole.verifiedRows}:${whole.head}`)
  assert.match(command.stdout, /none was changed/)
  await tamper(`delete from audit_log where seq > ${whole.verifiedRows - 3}`)
  assert.equal((await verifyAuditLogChain(`${whole.verifiedRows}:${whole.head}`)).isMarkFound, false)
  await tamper(`delete from audit_log where seq = 4`)
  const found = await runAdminCommand(testApp, 'audit', 'verify').catch(
    (error: { code: number; stdout: string }) => error,
  )
  assert.match(found.stdout, /Broken at row 4: it is missing/)
  assert.equal('code' in found && found.code, 1)
})

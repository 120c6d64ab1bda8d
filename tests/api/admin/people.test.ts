import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import { getPerson, postSanction, putRole, resetSecondFactor, searchPeople } from '#contract/admin/people.ts'
import { listNotifications } from '#contract/notifications.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import {
  confirmUserEmail,
  getTestCredentials,
  startTestApp,
  type TestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'
import { createModerationCase } from '#tests/support/fixtures/moderation-case.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { runAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let [ruth, lea]: TestUser[] = []
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  ruth = await signUpStaff(testApp, 'ruth', 'admin')
  lea = await signUpStaff(testApp, 'lea', 'safety_lead')
  ada = await testApp.signUpMember('ada_sings')
})
after(() => testApp.close())

const search = async (who: TestUser, q: string) =>
  (await who.call(searchPeople, { body: { q } })).items.map(({ username }) => username)
const open = (who: TestUser, { id }: TestUser) => who.call(getPerson, { params: { id } })

test('accounts are found by the start of the username, display name and email address, and by id', async () => {
  const { id } = await testApp.signUpMember('ada_paints', 19)
  await db.updateTable('profiles').set({ display_name: 'Zora Q' }).where('user_id', '=', id).execute()
  assert.deepEqual(await search(ruth!, '@ADA_'), ['ada_paints', 'ada_sings'])
  assert.deepEqual(await search(ruth!, 'ada_sings'), ['ada_sings'])
  assert.deepEqual(await search(ruth!, 'zora'), ['ada_paints'])
  assert.deepEqual(await search(ruth!, 'ada_sings@exam'), ['ada_sings'])
  assert.deepEqual(await search(ruth!, ada.id), ['ada_sings'])
  assert.deepEqual(await search(ruth!, '_da'), [], 'wildcards are ordinary characters')
  assert.deepEqual(await search(ruth!, 'sings'), [])
  assert.match(await expectApiError(search(ruth!, 'a')), /^422 Nothing to search for/)
})

test('safety leads find no other staff', async () => {
  assert.deepEqual(await search(lea!, 'ruth'), [])
  assert.deepEqual(await search(lea!, 'lea'), ['lea'])
  assert.match(await expectApiError(open(lea!, ruth!)), /^404 /)
  assert.deepEqual(await search(ruth!, 'lea'), ['lea'])
})

test('the page of a person shows the account without the exact age, and what the viewer may do', async () => {
  await createPublishedVideo(ada)
  const { id: caseId } = await createModerationCase(ada, undefined, 2).then((id) => ({ id }))
  const person = await open(ruth!, ada)
  assert.deepEqual(
    [person.email, person.email_confirmed, person.role, person.state, person.age_band],
    [getTestCredentials('ada_sings').email, false, 'user', 'active', '16-17'],
  )
  assert.deepEqual([person.counts.videos, person.counts.sessions, person.has_second_factor], [1, 1, false])
  assert.deepEqual(
    person.cases.map(({ id }) => id),
    [caseId],
  )
  assert.deepEqual(person.may, {
    sanctions: ['suspend', 'ban'],
    change_role: true,
    reset_second_factor: false,
  })
  assert.equal((await open(lea!, ada)).may.change_role, false)
  assert.deepEqual((await open(ruth!, ruth!)).may, {
    sanctions: [],
    change_role: false,
    reset_second_factor: false,
  })
  assert.ok(!JSON.stringify(person).includes('"age":'))
})

test('every search and every look is in the audit log, which contains no names', async () => {
  const zed = await testApp.signUpMember('zed_looks')
  await search(lea!, 'zed_looks')
  await open(lea!, zed)
  const about = async (subject: string) =>
    (await ruth!.call(listAuditLog, { query: { subject } })).items.map(({ action, actor }) => [
      action,
      actor?.username,
    ])
  const looks = [
    ['view person', 'lea'],
    ['search people', 'lea'],
  ]
  assert.deepEqual(await about('zed_looks'), looks)
  assert.deepEqual(await about(zed.id), looks)
  assert.deepEqual(await about('nobody_of_this_name'), [])
  const entries = await db.selectFrom('audit_log').select('entry').execute()
  assert.ok(!entries.some(({ entry }) => /zed_looks|example\.com/.test(entry) || entry.includes(zed.id)))
})

test('the audit log is filtered by actor, action and day, and paginated', async () => {
  const list = (query: object) => ruth!.call(listAuditLog, { query })
  const all = await list({})
  assert.deepEqual(
    all.items.map(({ seq }) => seq),
    all.items.map(({ seq }) => seq).toSorted((a, b) => b - a),
  )
  assert.ok(all.actions.includes('search people') && all.actions.includes('view person'))
  const searches = await list({ actor: 'lea', action: 'search people' })
  assert.ok(searches.items.length > 0)
  assert.ok(
    searches.items.every(({ actor, action }) => actor?.username === 'lea' && action === 'search people'),
  )
  const today = new Date().toISOString().slice(0, 10)
  assert.equal((await list({ from: today, until: today })).items.length, all.items.length)
  assert.deepEqual((await list({ until: '2020-01-01' })).items, [])
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.next_cursor! })
  assert.deepEqual(
    [...first.items, ...second.items].map(({ seq }) => seq),
    all.items.slice(0, 4).map(({ seq }) => seq),
  )
})

test('a suspension is a decision with a statement of reasons, and can be ended', async () => {
  const bea = await testApp.signUpMember('bea_posts')
  const video = await createPublishedVideo(ada)
  const params = { id: bea.id }
  const body = { action: 'suspend', rule: 'spam', facts: 'Ten adverts in an hour.', days: 3 } as const
  const person = await lea!.call(postSanction, { params, body })
  assert.deepEqual([person.state, person.cases], ['suspended', []])
  const days = (Date.parse(person.suspended_until!) - Date.now()) / 86_400_000
  assert.ok(days > 2.9 && days < 3.1, String(days))
  const say = bea.call(postComment, { params: { id: video }, body: { body: 'hello' } })
  assert.match(await expectApiError(say), /^403 Account suspended/)
  const [statement] = (await bea.call(listStatementsOfReasons, {})).items
  assert.equal(statement?.action, 'suspend')
  assert.deepEqual(
    person.decisions.map(({ action, by }) => [action, by]),
    [['suspend', 'lea']],
  )

  const restored = await ruth!.call(postSanction, { params, body: { action: 'restore' } })
  assert.equal(restored.state, 'active')
  assert.match(
    await expectApiError(ruth!.call(postSanction, { params, body: { action: 'restore' } })),
    /^409 Action not available/,
  )
})

test('a case that was open before a sanction stays open', async () => {
  const cal = await testApp.signUpMember('cal_waits')
  await createModerationCase(cal, undefined, 2)
  const params = { id: cal.id }
  const person = await ruth!.call(postSanction, { params, body: { action: 'ban' } })
  assert.deepEqual([person.state, person.cases.length], ['banned', 1])
  assert.match(
    await expectApiError(lea!.call(postSanction, { params, body: { action: 'suspend' } })),
    /^409 Already claimed/,
  )
})

test('an operator can suspend an account in the name of an admin or safety lead', async () => {
  const dot = await testApp.signUpMember('dot_spams')
  const { email } = getTestCredentials('dot_spams')
  const run = (...args: string[]) =>
    runAdminCommand(testApp, 'suspend', ...args).catch((error: { stdout: string }) => error)
  assert.match(
    (await run(email, '2', getTestCredentials('ada_sings').email)).stdout,
    /does not belong to an admin or safety lead/,
  )
  assert.match((await run(email, 'x', getTestCredentials('lea').email)).stdout, /number of days/)
  const { stdout } = await run(email, '2', getTestCredentials('lea').email)
  assert.match(stdout, /suspended for 2 days/)
  const { state, decisions } = await open(ruth!, dot)
  assert.deepEqual([state, decisions[0]?.by], ['suspended', 'lea'])
  const { items } = await dot.call(listNotifications, { query: {} })
  assert.equal(items.length, 1, 'the person is notified')
})

test('nobody can sanction their own account or, without being an admin, other staff', async () => {
  const suspend = (who: TestUser, { id }: TestUser) =>
    who.call(postSanction, { params: { id }, body: { action: 'suspend' } })
  assert.match(await expectApiError(suspend(ruth!, ruth!)), /^403 Not your own account/)
  assert.match(await expectApiError(suspend(lea!, ruth!)), /^404 /)
  assert.equal((await suspend(ruth!, lea!)).state, 'suspended')
  assert.match(await expectApiError(open(lea!, ada)), /^404 /)
  await ruth!.call(postSanction, { params: { id: lea!.id }, body: { action: 'restore' } })
})

test('admins change the role of adults with a confirmed address, but not their own', async () => {
  const put = (who: TestUser, id: string, role: 'user' | 'moderator' | 'admin') =>
    who.call(putRole, { params: { id }, body: { role } })
  const noa = await testApp.signUpMember('noa_helps', 19)
  assert.match(await expectApiError(put(ruth!, noa.id, 'moderator')), /^409 Email not confirmed/)
  await confirmUserEmail(noa)
  assert.equal((await put(ruth!, noa.id, 'moderator')).role, 'moderator')
  assert.equal((await noa.call(getSession, {})).me, null, 'the sessions of the account have ended')
  assert.match(await expectApiError(put(ruth!, ada.id, 'moderator')), /^409 Too young for staff/)
  assert.match(await expectApiError(put(ruth!, ruth!.id, 'user')), /^403 Not your own account/)
  assert.match(await expectApiError(put(lea!, noa.id, 'admin')), /^404 /)
  assert.equal((await put(ruth!, noa.id, 'user')).role, 'user')
})

test('the last admin keeps the role, even if two admins demote each other at the same time', async () => {
  const only = await runAdminCommand(testApp, 'make-user', getTestCredentials('ruth').email).catch(
    (error: { stdout: string }) => error,
  )
  assert.match(only.stdout, /is the only admin/)
  const rex = await signUpStaff(testApp, 'rex', 'admin')
  await Promise.allSettled([
    ruth!.call(putRole, { params: { id: rex.id }, body: { role: 'user' } }),
    rex.call(putRole, { params: { id: ruth!.id }, body: { role: 'user' } }),
  ])
  const admins = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  assert.equal(admins.length, 1)
  // The admin who was demoted signs in with a role again.
  if (admins[0]!.id === rex.id) ruth = rex
})

test('an admin can remove the second factor of a person who has lost it', async () => {
  const mod = await signUpStaff(testApp, 'mod_loses', 'moderator')
  const person = await ruth!.call(resetSecondFactor, { params: { id: mod.id } })
  assert.equal(person.has_second_factor, false)
  await mod.call(signIn, { body: getTestCredentials('mod_loses') })
  assert.equal((await mod.call(getSession, {})).me?.needs_second_factor, true)
})

test('look-ups are limited', async () => {
  const outcomes = new Set<string>()
  for (let n = 0; n < 130 && outcomes.size === 0; n += 1)
    await open(ruth!, ada).catch((error: { code: string }) => outcomes.add(error.code))
  assert.deepEqual([...outcomes], ['too_fast'])
})

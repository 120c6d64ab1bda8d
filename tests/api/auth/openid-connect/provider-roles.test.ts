/* Staff roles that a real OpenID Connect provider grants because of groups. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { connectSignInProvider, disconnectSignInProvider } from '#contract/auth/sign-in-providers.ts'
import { setUserRole } from '#server/moderation/staff/roles.ts'
import { db } from '#server/platform/db/db.ts'
import { confirmUserEmail, fetchUsername, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { addSecondFactor } from '#tests/support/app/staff.ts'
import {
  openCallback,
  signInAtProvider,
  signInWithProvider,
} from '#tests/support/clients/provider-sign-in.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '#tests/support/servers/openid-provider.ts'

const site = 'http://localhost:3000'
let testApp: TestApp
let school: TestOpenIdProvider
let district: TestOpenIdProvider
before(async () => {
  school = await startOpenIdProvider({ site, id: 'school' })
  district = await startOpenIdProvider({ site, id: 'district', claimsInIdToken: true })
  testApp = await startTestApp({
    env: {
      OIDC_PROVIDERS: 'school,district',
      ...school.settings,
      ...district.settings,
      OIDC_SCHOOL_ROLE_GROUPS: '/staff/moderators=moderator, heads=safety_lead, it=admin',
      OIDC_DISTRICT_ROLE_GROUPS: 'office=safety_lead',
    },
  })
})
after(async () => {
  await testApp.close()
  await school.close()
  await district.close()
})

/** Creates a member with this name who has connected both providers. */
async function createConnectedMember(name: string, age = 18) {
  const member = await confirmUserEmail(await testApp.signUpMember(name, age))
  for (const [provider, id] of [
    [school, 'school'],
    [district, 'district'],
  ] as const) {
    provider.people.set(name, { email: `${name}@example.com`, email_verified: true, groups: [] })
    const { url } = await member.call(connectSignInProvider, { params: { provider: id }, body: {} })
    assert.match(await openCallback(member, await signInAtProvider(new URL(url), name)), /connected=/)
  }
  return member
}

/** Signs in as a member of these groups, and returns the role that the account then has. */
async function signInWithGroups(name: string, groups: string[], id: 'school' | 'district' = 'school') {
  const provider = id === 'school' ? school : district
  provider.people.set(name, { ...provider.people.get(name), groups })
  await allowGraceSignIn(name)
  assert.equal(await signInWithProvider(testApp.anonymousUser(), id, name), '/dashboard')
  return roleOf(name)
}

/** Staff without a second factor can sign in only once. These tests are about the roles. */
async function allowGraceSignIn(name: string): Promise<void> {
  await db
    .deleteFrom('staff_grace_sign_ins')
    .using('users')
    .whereRef('users.id', '=', 'staff_grace_sign_ins.user_id')
    .where('users.email', '=', `${name}@example.com`)
    .execute()
}

const roleOf = async (name: string) =>
  (
    await db
      .selectFrom('users')
      .select('role')
      .where('email', '=', `${name}@example.com`)
      .executeTakeFirstOrThrow()
  ).role

const auditedRoles = async () =>
  (await db.selectFrom('audit_log').select('entry').orderBy('id').execute())
    .map(({ entry }) => JSON.parse(entry) as Record<string, unknown>)
    .filter(({ did }) => did === 'role')

test('each sign-in grants and takes away the role of the groups, and writes it to the audit log', async () => {
  const ann = await createConnectedMember('ann')
  assert.equal(await roleOf('ann'), 'user')
  assert.equal(await signInWithGroups('ann', ['/staff/moderators', 'heads', 'choir']), 'safety_lead')
  assert.equal(await fetchUsername(ann), null, 'her earlier sessions have ended')
  assert.equal(await signInWithGroups('ann', ['/staff/moderators']), 'moderator')
  assert.equal(await signInWithGroups('ann', ['moderators', 'choir']), 'user')
  const entries = (await auditedRoles()).map(({ from, to, provider, actor }) => [from, to, provider, actor])
  assert.deepEqual(entries, [
    ['user', 'safety_lead', 'school', 'machine'],
    ['safety_lead', 'moderator', 'school', 'machine'],
    ['moderator', 'user', 'school', 'machine'],
  ])
})

test('the role from the provider has no effect until the person has a second factor', async () => {
  const { id } = await createConnectedMember('bob')
  school.people.set('bob', { ...school.people.get('bob'), groups: ['/staff/moderators'] })
  const browser = testApp.anonymousUser()
  await signInWithProvider(browser, 'school', 'bob')
  assert.equal((await browser.fetch('/api/mod/cases')).status, 403)
  await addSecondFactor(id)
  assert.equal((await browser.fetch('/api/mod/cases')).status, 200)
  school.people.set('bob', { ...school.people.get('bob'), groups: [] })
  await signInWithProvider(testApp.anonymousUser(), 'school', 'bob')
  assert.equal((await browser.fetch('/api/mod/cases')).status, 404, 'the old session does not keep the role')
})

test('keeps a role from the operator, and the roles of other providers', async () => {
  await createConnectedMember('cat')
  await setUserRole('cat@example.com', 'moderator')
  assert.equal(await signInWithGroups('cat', ['heads']), 'safety_lead')
  assert.equal(await signInWithGroups('cat', []), 'moderator', 'the role from the operator')
  assert.equal(await signInWithGroups('cat', ['heads']), 'safety_lead')
  assert.equal(await signInWithGroups('cat', ['office'], 'district'), 'safety_lead')
  assert.equal(await signInWithGroups('cat', []), 'safety_lead', 'still granted by the district')
  await setUserRole('cat@example.com', 'user')
  assert.equal(await signInWithGroups('cat', [], 'district'), 'user', 'the operator has taken it away')
})

test('grants no role to minors, and never takes the role of the last admin', async () => {
  await createConnectedMember('dee', 17)
  assert.equal(await signInWithGroups('dee', ['it']), 'user')
  await createConnectedMember('eva')
  await createConnectedMember('fox')
  assert.equal(await signInWithGroups('eva', ['it']), 'admin')
  assert.equal(await signInWithGroups('eva', []), 'admin', 'she is the last admin')
  assert.equal((await auditedRoles()).at(-1)!['kept'], 'last admin')
  assert.equal(await signInWithGroups('fox', ['it']), 'admin')
  // Both lose the group, and sign in at the same time.
  for (const name of ['eva', 'fox']) school.people.set(name, { ...school.people.get(name), groups: [] })
  await Promise.all(['eva', 'fox'].map(allowGraceSignIn))
  await Promise.all(['eva', 'fox'].map((name) => signInWithProvider(testApp.anonymousUser(), 'school', name)))
  assert.deepEqual([await roleOf('eva'), await roleOf('fox')].toSorted(), ['admin', 'user'])
})

test('disconnecting a provider takes away the role that it granted', async () => {
  await createConnectedMember('gus')
  assert.equal(await signInWithGroups('gus', ['heads']), 'safety_lead')
  const browser = testApp.anonymousUser()
  await allowGraceSignIn('gus')
  await signInWithProvider(browser, 'school', 'gus')
  await browser.call(disconnectSignInProvider, { params: { provider: 'school' }, body: {} })
  assert.equal(await roleOf('gus'), 'user')
})

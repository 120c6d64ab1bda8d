import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { checkAgeEligibility, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { getOwnProfile, getProfile } from '#contract/people/profiles.ts'
import { minimumAgeForCountry } from '#contract/safety/safety-defaults.ts'
import { loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

const set = (env: Record<string, string>) => loadConfig({ DATA_DIR: testApp.dataDir, ...env })
beforeEach(() => void set({}))

const signUpAged = (who: TestUser, username: string, age: number) => {
  const email = `${username}@example.com`
  const body = {
    full_name: 'Ada Example',
    email,
    age,
    username,
    password: validPassword,
    terms: true as const,
  }
  return who.call(signUp, { body })
}
const tooYoung = '422 Age restriction / Only users aged 13–19 can create an account.'
const tomorrow = `${tooYoung} If you entered the wrong age, you can try again tomorrow.`

test('the standard preset lets a user correct a mistyped age immediately', async () => {
  const ada = testApp.anonymousUser()
  assert.equal(await expectApiError(signUpAged(ada, 'slipped', 12)), tooYoung)
  await signUpAged(ada, 'slipped', 13)
})

test('in the strict preset, after an age is refused, the same browser cannot submit another age for a day', async (t) => {
  set({ SAFETY_PRESET: 'strict' })
  const ben = testApp.anonymousUser()
  const response = await ben.fetch('/api/age', { method: 'POST', body: '{"age":12}', headers: json })
  assert.equal(response.status, 422)
  const [cookie] = response.headers.getSetCookie()
  assert.match(cookie!, /; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax/)
  const says = /^joining=age refused until (\d{13})\.[\w+/=]+$/.exec(
    decodeURIComponent(cookie!.split(';')[0]!),
  )
  assert.ok(
    Math.abs(Number(says?.[1]) - Date.now() - 24 * 3600_000) < 60_000,
    'the cookie contains the end of the waiting period, not the age',
  )
  assert.equal(await expectApiError(signUpAged(ben, 'sticky', 15)), tomorrow)
  assert.equal(await expectApiError(ben.call(checkAgeEligibility, { body: { age: 19 } })), tomorrow)

  const name = [...ben.cookies.keys()][0]!
  const real = ben.cookies.get(name)!
  ben.cookies.set(name, real.replace(/until%20\d/, 'until%200'))
  await ben.call(checkAgeEligibility, { body: { age: 15 } })
  ben.cookies.set(name, real)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * 3600_000 + 1000 })
  await ben.call(checkAgeEligibility, { body: { age: 15 } })
  t.mock.timers.reset()

  const cleo = testApp.anonymousUser()
  assert.equal(await expectApiError(signUpAged(cleo, 'direct', 25)), tooYoung)
  assert.equal(await expectApiError(signUpAged(cleo, 'direct', 18)), tomorrow, 'signing up keeps it too')
  assert.equal(
    await expectApiError(testApp.anonymousUser().call(checkAgeEligibility, { body: { age: null } })),
    tooYoung,
  )
})

const json = { 'content-type': 'application/json', origin: 'http://localhost:3000' }

test('a country’s higher minimum age applies from the day the law takes effect', async () => {
  assert.deepEqual(
    [
      minimumAgeForCountry('AU', '2025-12-09'),
      minimumAgeForCountry('AU', '2025-12-10'),
      minimumAgeForCountry('NZ', '2030-01-01'),
    ],
    [13, 16, 13],
  )
  set({ COUNTRY: 'AU' })
  const dora = testApp.anonymousUser()
  assert.equal((await dora.call(getSession, {})).site.min_age, 16)
  assert.equal(
    await expectApiError(signUpAged(dora, 'dora', 15)),
    '422 Age restriction / Only users aged 16–19 can create an account here.',
  )
  await signUpAged(dora, 'dora', 16)
  set({})
  assert.equal((await dora.call(getSession, {})).site.min_age, 13)
})

test('new profiles are public, except those of minors in the strict preset', async () => {
  const views: Record<string, unknown> = {}
  for (const preset of ['standard', 'strict']) {
    set({ SAFETY_PRESET: preset })
    for (const age of [13, 16, 19]) {
      const one = await testApp.signUpMember(`${preset}_${age}`, age)
      const first = (await one.call(getOwnProfile, {})).is_private
      await db.deleteFrom('profiles').where('user_id', '=', one.id).execute()
      const { username, is_private } = await one.call(getOwnProfile, {})
      const { view } = await testApp.anonymousUser().call(getProfile, { params: { username } })
      views[`${preset} ${age}`] = [first, is_private, view]
    }
  }
  assert.deepEqual(views, {
    'standard 13': [false, false, 'full'],
    'standard 16': [false, false, 'full'],
    'standard 19': [false, false, 'full'],
    'strict 13': [true, true, 'card'],
    'strict 16': [true, true, 'card'],
    'strict 19': [false, false, 'full'],
  })
})

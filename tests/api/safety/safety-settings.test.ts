import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { getContent, listContent } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { getProfile } from '#contract/people/profiles.ts'
import {
  getSafetySettings,
  getSafetyDefaults,
  putSafetySetting,
  type SafetySettingValue,
} from '#contract/safety/safety-settings.ts'
import { safetyDefaults, safetyPolicyDate, type SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

const usePreset = (preset: string) => loadConfig({ DATA_DIR: testApp.dataDir, SAFETY_PRESET: preset })
beforeEach(() => void usePreset('standard'))

const choose = (who: TestUser, setting: SafetySettingKey, value: SafetySettingValue, confirmed?: boolean) =>
  who.call(putSafetySetting, { params: { setting }, body: { value, ...(confirmed && { confirmed }) } })
const now = async (who: TestUser, setting: SafetySettingKey) => {
  const { settings } = await who.call(getSafetySettings, {})
  return settings.find((one) => one.setting === setting)!
}
const growTo = (who: TestUser, years: number) =>
  db
    .updateTable('private_details')
    .set({ age_declared_on: sql`current_date - make_interval(years => ${years})` })
    .where('user_id', '=', who.id)
    .execute()

const sure =
  '409 Are you sure? / This setting gives you less protection than your current one. Confirm the change, or keep your current setting.'

test('everybody can read the default safety settings and the date of the safety policy', async () => {
  const table = await testApp.anonymousUser().call(getSafetyDefaults, {})
  assert.deepEqual([table.as_of, table.preset, table.ages.length], [safetyPolicyDate, 'standard', 3])
  assert.deepEqual(
    table.settings.map(({ setting }) => setting),
    Object.keys(safetyDefaults),
  )
  const { settings } = await (await testApp.signUpMember('reader', 14)).call(getSafetySettings, {})
  assert.equal(settings.length, table.settings.length)
  assert.match(await expectApiError(testApp.anonymousUser().call(getSafetySettings, {})), /^401/)
})

test('a less protective safety setting requires confirmation, and a disallowed one is refused', async () => {
  const kim = await testApp.signUpMember('kim', 14)
  assert.equal((await choose(kim, 'comments_from', 'nobody')).value, 'nobody')
  assert.equal(await expectApiError(choose(kim, 'comments_from', 'followers')), sure)
  assert.equal((await now(kim, 'comments_from')).value, 'nobody')
  assert.equal((await choose(kim, 'comments_from', 'followers', true)).value, 'followers')
  assert.deepEqual((await now(kim, 'comments_from')).choices, [
    { value: 'nobody', looser: false },
    { value: 'everyone', looser: true },
  ])
  const fixed =
    '409 Fixed for your age / This setting is the same for everyone your age, so you can’t change it.'
  for (const setting of ['rated_16', 'outside', 'profanity', 'first_day', 'public_name'] as const)
    assert.equal(await expectApiError(choose(kim, setting, 'on', true)), fixed, setting)
  assert.match(await expectApiError(choose(kim, 'found_by', 'nonsense', true)), /^422 Not available/)
  const later = { from: '22:30', to: '06:45' }
  assert.equal(
    await expectApiError(choose(kim, 'quiet_hours', later)),
    sure,
    'shorter quiet hours are less protective',
  )
  assert.deepEqual((await choose(kim, 'quiet_hours', { from: '19:00', to: '08:00' })).chosen, true)
  assert.match(await expectApiError(choose(kim, 'quiet_hours', { from: '25:00', to: '08:00' }, true)), /^422/)
  assert.match(
    await expectApiError(
      kim.call(putSafetySetting, { params: { setting: 'x' as never }, body: { value: 1 } }),
    ),
    /^404/,
  )
})

test('when a member reaches an older age band, default safety settings are updated and chosen settings are kept', async () => {
  usePreset('strict')
  const ben = await testApp.signUpMember('ben', 14)
  const read = async () => {
    const settings = ['profile', 'found_by', 'upload_visibility', 'rated_16', 'outside'] as const
    return Promise.all(settings.map(async (setting) => (await now(ben, setting)).value))
  }
  assert.deepEqual(await read(), ['private', 'followers', 'ask', 'hidden', 'never'])
  await choose(ben, 'upload_visibility', 'only_me')
  await growTo(ben, 2)
  assert.deepEqual(await read(), ['private', 'exact', 'only_me', 'shown', 'never'])
  await growTo(ben, 4)
  assert.deepEqual(await read(), ['private', 'everyone', 'only_me', 'shown', 'never'])
  await choose(ben, 'upload_visibility', 'public', true)
  assert.equal((await now(ben, 'upload_visibility')).chosen, false, 'as the default: it grows again')
})

test('a chosen safety setting that the preset no longer allows falls back to the default', async () => {
  const lou = await testApp.signUpMember('lou', 14)
  await choose(lou, 'comments_from', 'nobody')
  await choose(lou, 'comments_from', 'everyone', true)
  usePreset('strict')
  assert.equal((await now(lou, 'comments_from')).value, 'followers')
})

test('as soon as a profile is made private, strangers see only its photo and username', async () => {
  const pia = await testApp.signUpMember('pia', 15)
  assert.equal((await choose(pia, 'profile', 'private')).value, 'private')
  const view = async () =>
    (await testApp.anonymousUser().call(getProfile, { params: { username: 'pia' } })).view
  assert.equal(await view(), 'card')
  assert.equal(await expectApiError(choose(pia, 'profile', 'public')), sure)
  await choose(pia, 'profile', 'public', true)
  assert.equal(await view(), 'full')
})

const announce = (who: TestUser, more: object = {}) =>
  who.call(createUpload, {
    body: { title: 'Film', content_type: 'music', file_name: 'a.mp4', file_size: 10, ...more },
  })
const uploadDefaultsOf = async (who: TestUser, more: object = {}) => {
  const { contentId: id } = await announce(who, more)
  const { visibility, rating } = await who.call(getOwnContent, { params: { id } })
  return [visibility, rating]
}

test('an upload without a visibility setting gets its owner’s default visibility', async () => {
  usePreset('strict')
  const zoe = await testApp.signUpMember('zoe', 13)
  assert.deepEqual(await uploadDefaultsOf(zoe), ['only_me', 'all'])
  assert.deepEqual(await uploadDefaultsOf(zoe, { visibility: 'followers', rating: '16' }), [
    'followers',
    '16',
  ])
  const max = await testApp.signUpMember('max', 16)
  assert.deepEqual(await uploadDefaultsOf(max), ['followers', 'all'])
  await choose(max, 'upload_visibility', 'only_me')
  assert.deepEqual(await uploadDefaultsOf(max), ['only_me', 'all'])
})

test('a video that its owner rates 16+ is hidden from younger and anonymous viewers', async () => {
  const maker = await testApp.signUpMember('maker', 19)
  const [young, older] = [await testApp.signUpMember('young', 15), await testApp.signUpMember('older', 16)]
  const id = await createPublishedVideo(maker, { title: 'Grim' })
  const visibilityFor = async (who: TestUser) => {
    const opens = await who.call(getContent, { params: { id } }).then(
      () => true,
      () => false,
    )
    const { items } = await who.call(listContent, { query: { creator: maker.id } })
    return [opens, items.length]
  }
  const all = async () => Promise.all([testApp.anonymousUser(), young, older, maker].map(visibilityFor))
  const rate = (rating: 'all' | '16') => maker.call(updateContent, { params: { id }, body: { rating } })
  assert.equal((await rate('16')).rating, '16')
  assert.deepEqual(await all(), [
    [false, 0],
    [false, 0],
    [true, 1],
    [true, 1],
  ])
  await choose(older, 'rated_16', 'hidden')
  assert.deepEqual(await visibilityFor(older), [false, 0])
  await rate('all')
  assert.deepEqual(await all(), [
    [true, 1],
    [true, 1],
    [true, 1],
    [true, 1],
  ])

  await db
    .updateTable('content')
    .set({ rating: '16', rating_by_decision: true })
    .where('id', '=', id)
    .execute()
  assert.match(await expectApiError(rate('all')), /^409 Rated 16\+/)
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSession } from '#contract/accounts/current-user.ts'
import { getContent, listContent } from '#contract/content/content.ts'
import { getOwnContent, listOwnContent, updateContent } from '#contract/content/own-content.ts'
import { loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

/** Creators aged 18 and 17, viewers aged 18, 17 and 13, and an anonymous visitor. */
let testApp: TestApp
let maker: TestUser
let youngMaker: TestUser
let adult: TestUser
let minor: TestUser
let nobody: TestUser
before(async () => {
  testApp = await startTestApp({ env: { ADS: 'on' } })
  maker = await testApp.signUpMember('maker', 18)
  youngMaker = await testApp.signUpMember('young_maker', 17)
  adult = await testApp.signUpMember('adult', 18)
  minor = await testApp.signUpMember('minor', 17)
  nobody = testApp.anonymousUser()
})
after(() => testApp.close())

const ads = (on: boolean) => loadConfig({ DATA_DIR: testApp.dataDir, ADS: on ? 'on' : 'off' })
const tag = 'https://ads.example/vast?cb=[CACHEBUSTING]'
const change = (who: TestUser, id: string, body: object) =>
  who.call(updateContent, { params: { id }, body: body as Record<string, never> })
const item = (who: TestUser, id: string) => who.call(getContent, { params: { id } })
/**
 * Returns the content security policy of pages. Every response outside the API has the same content security
 * policy.
 */
const csp = async (who: TestUser, path = '/healthz') =>
  (await who.fetch(path)).headers.get('content-security-policy') ?? ''
const trace = /vast|ad_breaks|ad_tag|ads_|monetiz|"ads"|ADS=/

async function withAds(owner = maker): Promise<string> {
  const id = await createPublishedVideo(owner)
  await change(owner, id, { vast_tag_url: tag, ad_breaks: [30, 0, 30], monetization_enabled: true })
  return id
}

test('an adult owner can change the ad fields, and ad breaks are stored sorted and without duplicates', async () => {
  const id = await withAds()
  const own = await maker.call(getOwnContent, { params: { id } })
  const { vast_tag_url, ad_breaks, monetization_enabled } = own
  assert.deepEqual([vast_tag_url, ad_breaks, monetization_enabled], [tag, [0, 30], true])
  const plain = await change(maker, await createPublishedVideo(maker), { title: 'No ads yet' })
  assert.deepEqual(
    [plain.vast_tag_url, plain.ad_breaks, plain.monetization_enabled],
    [null, [0], false],
    'the specification’s defaults',
  )
  assert.equal((await change(maker, id, { vast_tag_url: '' })).vast_tag_url, null)
})

test('rejects invalid ad tags and ad breaks', async () => {
  const id = await createPublishedVideo(maker)
  await db.updateTable('content').set({ duration_seconds: 60 }).where('id', '=', id).execute()
  for (const url of [
    'http://ads.example/vast',
    'javascript:alert(1)',
    'data:text/xml,<VAST/>',
    'https://user:word@ads.example/vast',
    'ads.example/vast',
    `https://ads.example/${'x'.repeat(2000)}`,
    7,
  ])
    assert.match(
      await expectApiError(change(maker, id, { vast_tag_url: url })),
      /^422 Ad tag not accepted/,
      String(url),
    )
  for (const breaks of [
    [-1],
    [60],
    [61],
    ['0'],
    [Number.MAX_VALUE],
    Array.from({ length: 21 }, (_, n) => n),
    5,
  ])
    assert.match(
      await expectApiError(change(maker, id, { ad_breaks: breaks })),
      /^422 Ad breaks not accepted/,
    )
  assert.deepEqual((await change(maker, id, { ad_breaks: [59.9, 0.5] })).ad_breaks, [0.5, 59.9])
  assert.deepEqual((await change(maker, id, { ad_breaks: [] })).ad_breaks, [])
})

test('a public site rejects ad tag URLs that point to a local address', async () => {
  const id = await createPublishedVideo(maker)
  const local = 'http://127.0.0.1:9999/vast'
  assert.equal((await change(maker, id, { vast_tag_url: local })).vast_tag_url, local)
  loadConfig({ DATA_DIR: testApp.dataDir, ADS: 'on', PUBLIC_URL: 'http://afterbell.example' })
  try {
    assert.match(await expectApiError(change(maker, id, { vast_tag_url: local })), /^422 Ad tag/)
    assert.doesNotMatch(await csp(adult), /127\.0\.0\.1|http:/)
  } finally {
    ads(true)
  }
})

test('only the owner can read and change the ad fields', async () => {
  const id = await withAds()
  assert.match(await expectApiError(change(adult, id, { monetization_enabled: false })), /^404/)
  for (const who of [adult, minor, nobody]) {
    const lists = await who.fetch('/api/content')
    assert.doesNotMatch(await lists.text(), trace)
    const { vast_tag_url, ad_breaks } = (await item(who, id)) as Record<string, unknown>
    assert.deepEqual([vast_tag_url, ad_breaks], [undefined, undefined])
  }
})

test('only signed-in viewers aged 18 or over get an item’s ads', async () => {
  const id = await withAds()
  assert.deepEqual((await item(adult, id)).ads, { tag_url: tag, breaks: [0, 30] })
  for (const who of [minor, nobody]) {
    const response = await who.fetch(`/api/content/${id}`)
    assert.equal(response.status, 200)
    assert.doesNotMatch(await response.text(), trace)
  }
})

test('an item shows no ads if it has no ad tag or no ad breaks, or if monetization is off', async () => {
  for (const without of [{ vast_tag_url: null }, { ad_breaks: [] }, { monetization_enabled: false }]) {
    const id = await withAds()
    await change(maker, id, without)
    assert.equal((await item(adult, id)).ads, undefined, JSON.stringify(without))
  }
})

test('a viewer who gave the age 17 at sign-up counts as 18 a year later and then gets ads', async () => {
  const id = await withAds()
  const viewer = await testApp.signUpMember('growing', 17)
  const declared = (day: string) =>
    db.updateTable('private_details').set({ age_declared_on: day }).where('user_id', '=', viewer.id).execute()
  const yearAgo = new Date()
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1)
  yearAgo.setUTCDate(yearAgo.getUTCDate() + 2)
  await declared(yearAgo.toISOString().slice(0, 10))
  assert.equal((await item(viewer, id)).ads, undefined)
  assert.doesNotMatch(await csp(viewer), /https:/)
  yearAgo.setUTCDate(yearAgo.getUTCDate() - 4)
  await declared(yearAgo.toISOString().slice(0, 10))
  assert.ok((await item(viewer, id)).ads)
})

test('videos by creators under 18 have no ads', async () => {
  const id = await createPublishedVideo(youngMaker)
  assert.match(
    await expectApiError(change(youngMaker, id, { monetization_enabled: true })),
    /^403 Not allowed \/ Only people aged 18/,
  )
  const own = await youngMaker.fetch(`/api/me/content/${id}`)
  assert.equal(own.status, 200)
  assert.doesNotMatch(await own.text(), trace)
  await db
    .updateTable('content')
    .set({ vast_tag_url: tag, monetization_enabled: true })
    .where('id', '=', id)
    .execute()
  assert.equal((await item(adult, id)).ads, undefined, 'not even if the row says so')
})

test('the content security policy allows other origins only for viewers who get ads', async () => {
  assert.match(await csp(adult), /media-src 'self' blob: https:[^;]*; connect-src 'self' https:/)
  assert.match(await csp(adult), /script-src 'self' 'nonce-[^']+';/)
  assert.match(await csp(adult), /img-src 'self' data: blob:;/)
  for (const policy of [await csp(minor), await csp(nobody), await csp(adult, '/embed/p0')])
    assert.doesNotMatch(policy, /https:|connect-src/)
})

test('with ADS=off no response mentions ads, and ad fields are rejected as unknown', async () => {
  const id = await withAds()
  const policyBefore = await csp(nobody)
  ads(false)
  try {
    for (const who of [maker, adult, nobody])
      for (const path of [
        '/api/session',
        `/api/content/${id}`,
        `/api/content/${id}/related`,
        '/api/content',
        '/api/me/content',
        `/api/me/content/${id}`,
        '/api/categories/music',
        '/api/spotlight',
        '/api/profiles/maker',
        '/api/openapi.json',
      ]) {
        const response = await who.fetch(path)
        assert.doesNotMatch(await response.text(), trace, path)
        assert.equal(response.headers.get('server-timing'), null)
      }
    const withoutNonce = (policy: string) => policy.replace(/nonce-[^']+/, '')
    assert.equal(withoutNonce(await csp(adult)), withoutNonce(policyBefore))
    const unknown = await expectApiError(change(maker, id, { surprise: 1 }))
    for (const field of ['vast_tag_url', 'ad_breaks', 'monetization_enabled'])
      for (const value of [true, 7, tag, [0]])
        assert.equal(
          await expectApiError(change(maker, id, { [field]: value })),
          unknown.replace('surprise', field),
        )
  } finally {
    ads(true)
  }
})

test('with ADS=on, the OpenAPI document contains the ad fields, and the session response says that ads are on', async () => {
  assert.match(await (await nobody.fetch('/api/openapi.json')).text(), /vast_tag_url/)
  assert.equal((await nobody.call(getSession, {})).site.ads, true)
  assert.ok((await maker.call(listOwnContent, { query: {} })).items.every(({ ad_breaks }) => ad_breaks))
  assert.ok((await nobody.call(listContent, { query: {} })).items.length > 0)
})

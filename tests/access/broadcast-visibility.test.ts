/*
 * Broadcasts that are on air for followers only, or only for their creator. Other people find them nowhere: in no list,
 * page, playlist, part, chat, notification or count.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { endBroadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import * as scheduled from '#contract/broadcasts/scheduled-broadcasts.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { listNotifications } from '#contract/notifications.ts'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { apiRoutes } from '#server/app.ts'
import { countBroadcastViewers } from '#server/broadcasts/viewers/count-viewers.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { generateUniqueWord } from '#tests/support/access-fixtures/unique-word.ts'
import { addBroadcastCapacity, sendChunk, storeFirstPart } from '#tests/support/app/broadcast-test-app.ts'
import { removeFromFollowers, toUserIdParams } from '#tests/support/app/member-actions.ts'
import {
  followWithNotifications,
  listNewVideoNotifications,
  waitForNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import { confirmUserEmail, startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

let testApp: TestApp
let creator: TestUser
let fan: TestUser
let outsiders: TestUser[]
before(async () => {
  testApp = await startTestApp({ working: true, env: { LIVE: 'on', PACE: '0' } })
  await mountPages(testApp.app)
  await addBroadcastCapacity(10)
  const people = ['ada', 'fan', 'stranger', 'removed', 'blocked']
  const [ada, fan_, stranger, removed, blocked] = await Promise.all(
    people.map((name) => testApp.signUpMember(name, 19)),
  )
  creator = ada!
  fan = fan_!
  await backdateAccounts(await confirmUserEmail(creator))
  for (const who of [fan, removed!, blocked!]) await followWithNotifications(who, creator)
  await removeFromFollowers(creator, removed!)
  await creator.call(putBlock, toUserIdParams(blocked!))
  outsiders = [stranger!, removed!, blocked!, testApp.anonymousUser()]
})
after(() => testApp.close())

const startOfHeader = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])

for (const [visibility, hasAudience] of [
  ['followers', true],
  ['only_me', false],
] as const)
  test(`a broadcast with the audience “${visibility}” is found nowhere by other people`, async () => {
    const others = hasAudience ? outsiders : [...outsiders, fan]
    const countsBefore = await Promise.all(others.map(readCounts))

    // While the scheduled broadcast is public, a stranger sets a reminder.
    const word = generateUniqueWord()
    const starts_at = new Date(Date.now() + 3600_000).toISOString()
    const { id } = await creator.call(scheduled.createScheduledBroadcast, {
      body: { title: `Evening ${word}`, visibility: 'public', starts_at },
    })
    await outsiders[0]!.call(scheduled.setBroadcastReminder, { params: { id } })
    await creator.call(updateContent, { params: { id }, body: { visibility } })
    for (const who of others) await assertFindsNothing(who, id, word)

    await creator.call(scheduled.startScheduledBroadcast, { params: { id }, body: {} })
    assert.equal((await sendChunk(creator, id, 0, startOfHeader)).status, 204)
    const folder = await storeFirstPart(id)
    const media = ['master.m3u8', 'source/index.m3u8', 'source/init-0.mp4', 'source/0.m4s', 'source/0.0.m4s']
    for (const path of media) assert.equal((await creator.fetch(`${folder}/${path}`)).status, 200, path)
    for (const who of others) {
      await assertFindsNothing(who, id, word)
      for (const path of media) assert.equal((await who.fetch(`${folder}/${path}`)).status, 404, path)
    }

    // Only the audience is notified and counted.
    await waitForNewVideoNotifications()
    for (const who of others.filter(isSignedIn)) {
      assert.deepEqual(await listNewVideoNotifications(who), [])
      assert.equal((await who.call(listNotifications, { query: {} })).unread, 0)
    }
    assert.equal((await listNewVideoNotifications(fan)).length, hasAudience ? 1 : 0)
    if (hasAudience) {
      const listed = await (await fan.fetch('/api/broadcasts')).text()
      assert.ok(listed.includes(word))
      assert.equal((await fan.fetch(`${folder}/source/index.m3u8`)).status, 200)
    }
    const viewers = hasAudience ? 1 : 0
    await waitUntil(async () => (await countViewers(id)) === viewers)
    const countsAfter = await Promise.all(others.map(readCounts))
    assert.deepEqual(countsAfter, countsBefore)

    if (hasAudience) {
      await creator.call(updateContent, { params: { id }, body: { visibility: 'only_me' } })
      assert.deepEqual(await listNewVideoNotifications(fan), [])
      assert.equal((await fan.call(listNotifications, { query: {} })).unread, 0)
      await assertFindsNothing(fan, id, word)
    }
    await creator.call(endBroadcast, { params: { id }, body: { drop_delayed: true } })
  })

const isSignedIn = ({ id }: TestUser) => id !== ''

/** Counts the viewers now, and returns the number that the creator sees. */
async function countViewers(id: string): Promise<number | null> {
  await countBroadcastViewers()
  return (await creator.call(getBroadcast, { params: { id } })).viewers
}

/** Returns the responses that contain the numbers of the creator's videos and of unread notifications. */
async function readCounts(who: TestUser): Promise<string[]> {
  const paths = ['/api/profiles/ada', '/api/claims', '/api/search?q=ada', '/api/notifications/unread']
  const texts = await Promise.all(paths.map((path) => readText(who, path)))
  return texts.map((text) => text.replace(/"counted_at":"[^"]*"/, ''))
}

/**
 * Requests every GET endpoint of the API, and the pages that could show the broadcast. The API's responses about the
 * broadcast are the same as for an id that never existed, and nothing else mentions the broadcast.
 */
async function assertFindsNothing(who: TestUser, id: string, word: string): Promise<void> {
  const never = randomUUID()
  const itemPaths = [...apiPaths.filter((path) => path.includes('{id}')), '/api/content/{id}/events']
  for (const path of itemPaths) {
    const real = await readText(who, path.replace('{id}', id))
    const missing = await readText(who, path.replace('{id}', never))
    assert.equal(real.replaceAll(id, 'ID'), missing.replaceAll(never, 'ID'), `${who.name} finds ${path}`)
  }
  const lists = apiPaths.map((path) => path.replace('{id}', creator.id))
  const searches = ['/api/search?q=', '/api/search/suggestions?q=', '/search?q='].map((path) => path + word)
  const pages = ['/', '/live', '/notifications', '/creator/ada', '/sitemap/videos.xml']
  for (const path of [...lists, ...searches, ...pages, `/watch/${id}`]) {
    const text = await readText(who, path)
    assert.ok(!text.includes(`Evening ${word}`), `${who.name} finds the title in ${path}`)
    assert.ok(path.includes(id) || !text.includes(id), `${who.name} finds the id in ${path}`)
  }
}

/** The paths of all GET endpoints that have no parameter besides `{id}`. The live updates never end. */
const apiPaths = apiRoutes
  .flatMap((route) => {
    if (route.kind === 'endpoint') return route.endpoint.method === 'GET' ? [route.endpoint.path] : []
    return route.methods.includes('GET') ? [route.path.replace(/:(\w+)/g, '{$1}')] : []
  })
  .map((path) => path.replace('{username}', 'ada').replace('{category}', 'live').replace('{tag}', 'live'))
  .filter((path) => !/\*$|\/events$/.test(path) && !/\{/.test(path.replace('{id}', '')))

/** Returns the status and the text of a response, without the id of the request. */
async function readText(who: TestUser, path: string): Promise<string> {
  const accept = path.startsWith('/api') ? '*/*' : 'text/html'
  const response = await who.fetch(path, { headers: { accept } })
  const text = `${response.status} ${await response.text()}`
  return text.replaceAll(response.headers.get('x-request-id')!, '')
}

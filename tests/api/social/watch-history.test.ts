import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signIn } from '#contract/accounts/accounts.ts'
import { getContent, listContent } from '#contract/content/content.ts'
import {
  clearWatchHistory,
  deleteHistoryEntry,
  getWatchHistoryState,
  listWatchHistory,
  putWatchHistoryState,
  putPlaybackPosition,
} from '#contract/engagement/watch-history.ts'
import { deleteBlock, putBlock } from '#contract/people/blocks-and-mutes.ts'
import { db } from '#server/platform/db/db.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { enforceRetention } from '#server/privacy/retention.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { getTestCredentials, startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

const turn = (who: TestUser, state: 'on' | 'off' | 'paused', confirmed = false) =>
  who.call(putWatchHistoryState, { body: { state, confirmed } })
const save = (who: TestUser, id: string, seconds: number, ago = 0) =>
  who.call(putPlaybackPosition, { params: { id }, body: { seconds, seconds_ago: ago } })
const list = (who: TestUser, query: { q?: string; cursor?: string; limit?: number } = {}) =>
  who.call(listWatchHistory, { query })
const listed = async (who: TestUser, q?: string) =>
  (await list(who, q === undefined ? {} : { q })).items.map(({ item, seconds }) => [item.title, seconds])
const stored = ({ id }: TestUser) =>
  db.selectFrom('watch_history').select(['content_id', 'seconds']).where('user_id', '=', id).execute()
const film = (title: string, more = {}) => createPublishedVideo(ada, { title, seconds: 600, ...more })

async function signUpViewer(name: string, state?: 'on'): Promise<TestUser> {
  const viewer = await testApp.signUpMember(name)
  if (state) await turn(viewer, state)
  return viewer
}

test('the watch history is off by default, and nothing is stored while it is off', async () => {
  const viewer = await signUpViewer('vic')
  const id = await film('Quiet')
  assert.deepEqual(await viewer.call(getWatchHistoryState, {}), { state: 'unset' })
  await save(viewer, id, 60)
  await turn(viewer, 'off')
  await save(viewer, id, 60)
  assert.deepEqual(await stored(viewer), [])
  assert.deepEqual(await list(viewer), { state: 'off', items: [], next_cursor: null })
  await turn(viewer, 'on')
  await save(viewer, id, 60.9)
  assert.deepEqual(await stored(viewer), [{ content_id: id, seconds: 60 }])
})

test('a paused watch history stores no new entries and keeps the earlier ones', async () => {
  const viewer = await signUpViewer('pia', 'on')
  const [earlier, during] = [await film('Before'), await film('During')]
  await save(viewer, earlier, 40)
  await turn(viewer, 'paused')
  await save(viewer, earlier, 90)
  await save(viewer, during, 90)
  assert.deepEqual(await listed(viewer), [['Before', 40]])
  await turn(viewer, 'on')
  await save(viewer, during, 90)
  assert.deepEqual(await listed(viewer), [
    ['During', 90],
    ['Before', 40],
  ])
})

test('turning off the watch history deletes it after a confirmation', async () => {
  const viewer = await signUpViewer('otto', 'on')
  await save(viewer, await film('Kept?'), 40)
  assert.equal(
    await expectApiError(turn(viewer, 'off')),
    '409 This deletes your history / Turning off your watch history deletes it. Confirm that you want to delete it.',
  )
  assert.equal((await list(viewer)).state, 'on')
  assert.equal((await stored(viewer)).length, 1)
  assert.deepEqual(await turn(viewer, 'off', true), { state: 'off' })
  assert.deepEqual(await stored(viewer), [])
})

test('playback on a second device continues where the first stopped, and the newest position wins', async () => {
  const phone = await signUpViewer('dora', 'on')
  const laptop = testApp.anonymousUser()
  await laptop.call(signIn, { body: getTestCredentials('dora') })
  const id = await film('Two devices')
  const resume = async () => (await laptop.call(getContent, { params: { id } })).resume?.seconds
  assert.equal(await resume(), undefined)
  await save(phone, id, 200)
  assert.equal(await resume(), 200)
  // The laptop was offline and sends an older position late.
  await save(laptop, id, 100, 3600)
  assert.equal(await resume(), 200)
  await save(laptop, id, 300)
  assert.equal(await resume(), 300)
  // The video starts from the beginning after the viewer has watched 95% of it.
  await save(phone, id, 570)
  assert.equal(await resume(), 0)
  assert.deepEqual(await listed(laptop), [['Two devices', 570]])
})

test('people can neither see nor change another person’s watch history', async () => {
  const [viewer, other] = [await signUpViewer('priya', 'on'), await signUpViewer('nosy', 'on')]
  const id = await film('Private matter')
  await save(viewer, id, 50)
  assert.deepEqual(await listed(other), [])
  assert.equal((await other.call(getContent, { params: { id } })).resume, undefined)
  await other.call(deleteHistoryEntry, { params: { id } })
  await other.call(clearWatchHistory, {})
  assert.deepEqual(await listed(viewer), [['Private matter', 50]])
  const anonymous = testApp.anonymousUser()
  assert.equal((await anonymous.call(getContent, { params: { id } })).resume, undefined)
  assert.match(await expectApiError(list(anonymous)), /^401/)
  assert.match(await expectApiError(save(anonymous, id, 50)), /^401/)
})

test('hidden videos disappear from the watch history, and reappear with their saved position when visible again', async () => {
  const viewer = await signUpViewer('hana', 'on')
  const id = await film('Now you see me')
  await save(viewer, id, 50)
  const set = (change: object) => db.updateTable('content').set(change).where('id', '=', id).execute()
  for (const [name, hide, show] of [
    ['removed', { moderation: 'removed' }, { moderation: 'approved' }],
    ['private', { visibility: 'only_me' }, { visibility: 'public' }],
  ] as const) {
    await set(hide)
    assert.deepEqual(await listed(viewer), [], name)
    assert.match(await expectApiError(save(viewer, id, 60)), /^404/, name)
    await set(show)
    assert.deepEqual(await listed(viewer), [['Now you see me', 50]], name)
  }
  await ada.call(putBlock, { params: { id: viewer.id } })
  assert.deepEqual(await listed(viewer), [])
  await ada.call(deleteBlock, { params: { id: viewer.id } })
  assert.deepEqual(await listed(viewer), [['Now you see me', 50]])
})

test('the watch history can be searched, and its entries can be deleted one by one or all at once', async () => {
  const viewer = await signUpViewer('sol', 'on')
  const ids = [await film('Red kite'), await film('Blue 100% kite'), await film('Green boat')]
  for (const [n, id] of ids.entries()) await save(viewer, id, 40 + n, 10 - n)
  assert.deepEqual(await listed(viewer, 'KITE'), [
    ['Blue 100% kite', 41],
    ['Red kite', 40],
  ])
  assert.deepEqual(await listed(viewer, '%'), [['Blue 100% kite', 41]])
  assert.deepEqual(await listed(viewer, 'submarine'), [])
  await viewer.call(deleteHistoryEntry, { params: { id: ids[1]! } })
  await viewer.call(deleteHistoryEntry, { params: { id: ids[1]! } })
  assert.deepEqual(await listed(viewer), [
    ['Green boat', 42],
    ['Red kite', 40],
  ])
  await viewer.call(clearWatchHistory, {})
  assert.deepEqual(await list(viewer), { state: 'on', items: [], next_cursor: null })
})

test('the watch history is paginated, newest first', async () => {
  const viewer = await signUpViewer('paige', 'on')
  for (let n = 0; n < 5; n += 1) await save(viewer, await film(`Film ${n}`), 40, 50 - n)
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(viewer, { limit: 2, ...(cursor && { cursor }) })
    titles.push(...page.items.map(({ item }) => item.title))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(titles, ['Film 4', 'Film 3', 'Film 2', 'Film 1', 'Film 0'])
})

test('watch history entries are in the data export, and are deleted after 90 days or with the account', async () => {
  const viewer = await signUpViewer('rita', 'on')
  const id = await film('Ninety days')
  await save(viewer, id, 45)
  const rowsOf = (name: string) => {
    const { rows } = dataExportFiles.find(({ file }) => file === name)!
    return sql<Record<string, unknown>>`${rows(viewer.id)}`.execute(db)
  }
  const exported = async () =>
    (await rowsOf('watch-history')).rows.map(({ video, seconds }) => [video, seconds])
  assert.deepEqual(await exported(), [[`/watch/${id}`, 45]])
  const [setting] = (await rowsOf('settings')).rows
  assert.deepEqual([setting!['setting'], setting!['value']], ['watch_history', 'on'])
  const day = 24 * 3600_000
  await enforceRetention(new Date(Date.now() + 89 * day))
  assert.deepEqual(await exported(), [[`/watch/${id}`, 45]])
  await enforceRetention(new Date(Date.now() + 91 * day))
  assert.deepEqual(await exported(), [])
  await save(viewer, id, 45)
  await db.deleteFrom('users').where('id', '=', viewer.id).execute()
  assert.deepEqual(await stored(viewer), [])
})

test('a request for videos by ID returns only videos that the viewer can find', async () => {
  const viewer = await signUpViewer('ida')
  const [seen, hidden] = [await film('Seen'), await film('Hidden', { visibility: 'only_me' })]
  const titles = async (ids: string) =>
    (await viewer.call(listContent, { query: { ids } })).items.map(({ title }) => title)
  assert.deepEqual(await titles(`${seen},${hidden}`), ['Seen'])
  assert.deepEqual(await titles(hidden), [])
  for (const malformed of ['', 'a', `${seen},`, Array(25).fill(seen).join(',')])
    assert.match(
      await expectApiError(viewer.call(listContent, { query: { ids: malformed } })),
      /^4/,
      malformed,
    )
})

/*
 * No response reveals whether a minor is 13 to 15 or 16 to 17 (ruling 39 in docs/spec-coverage.md). The tests
 * compare the responses about two people who differ only in age, byte for byte, for every kind of viewer.
 * Differences in follow permissions are covered by follow-permissions.test.ts.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { RawBuilder } from 'kysely'
import { postComment } from '#contract/engagement/comments.ts'
import {
  approveFollow,
  declineFollow,
  deleteFollow,
  listFollowRequests,
  putFollow,
  removeFollower,
} from '#contract/people/follows.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { db } from '#server/platform/db/db.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

interface Twin {
  person: TestUser
  film: string
  playbackId: string
  streamId: string
}

let testApp: TestApp
let younger: Twin
let older: Twin
const askers: Record<string, TestUser> = {}

before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  younger = await createTwin('marcus', 14)
  older = await createTwin('milena', 16)
  askers.visitor = testApp.anonymousUser()
  for (const [name, age] of Object.entries({ young: 13, teen: 17, adult: 18 }))
    askers[name] = await testApp.signUpMember(name, age)
})
after(() => testApp.close())

/**
 * Creates one of the two compared members, who differ only in age. The usernames of the two members have the
 * same length and first letter, and their avatars have the same color. A search for one member's username
 * does not find the other member.
 */
async function createTwin(name: string, age: number): Promise<Twin> {
  const person = await testApp.signUpMember(name, age)
  await person.call(updateProfile, { body: { bio: 'I make short films.' } })
  const video = await createPublishedVideo(person, {
    title: `Film of ${name}`,
    description: 'A walk.',
    minutesAgo: 5,
  })
  const { playback_id, stream_id } = await db
    .selectFrom('content')
    .select(['playback_id', 'stream_id'])
    .where('id', '=', video)
    .executeTakeFirstOrThrow()
  return { person, film: video, playbackId: playback_id, streamId: stream_id }
}

/** Returns the API requests whose responses contain this person or their content. */
const requestsAbout = ({
  person: { id, name },
  film: video,
  playbackId,
}: Twin): [path: string, init?: RequestInit][] => [
  [`/api/profiles/${name}`],
  [`/api/profiles/id/${id}`],
  [`/api/content/${video}`],
  [`/api/content?creator=${id}`],
  [`/api/content/${video}/comments`],
  [`/api/embed/${playbackId}`],
  [`/api/search?q=${name}`],
  [`/api/search?type=creator&q=${name}`],
  [`/api/search/suggestions?q=${name}`],
  [`/oembed?url=http://localhost:3000/watch/${video}`],
  [`/media/${playbackId}/master.m3u8`],
  [`/creator/${name}`],
  [`/creator/id/${id}`],
  [`/watch/${video}`],
  [`/embed/${playbackId}`],
  [`/search?q=${name}`],
  ['/sitemap/videos.xml'],
  [`/api/content/${video}/like`, { method: 'PUT' }],
  [`/api/content/${video}/like`, { method: 'DELETE' }],
  [`/api/content/${video}/views`, { method: 'POST' }],
]

async function answersAbout(one: Twin, asker: TestUser): Promise<Record<string, string>> {
  const responses: Record<string, string> = {}
  for (const [path, init] of requestsAbout(one)) {
    const response = await asker.fetch(path, init)
    const headers = [...response.headers].filter(([name]) => !['etag', 'x-request-id', 'date'].includes(name))
    const text = `${response.status} ${JSON.stringify(headers)} ${await response.text()}`
    responses[normalize(`${init?.method ?? 'GET'} ${path}`)] = normalize(text)
  }
  return responses
}

/** Shortens two responses to the part around their first difference, because pages are long. */
function firstDifference(one: string, other: string): [string, string] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return [one, other].map((text) => text.slice(Math.max(0, at - 80), at + 80)) as [string, string]
}

/**
 * Removes the values that always differ between two people: IDs, names, timestamps and nonces. One watch page
 * can show both people, so the values of both people are removed from every text.
 */
function normalize(text: string): string {
  return (
    [younger, older]
      .flatMap(({ person, film: video, playbackId, streamId }) =>
        [person.id, video, playbackId, streamId, person.name].map((own, at) => [own, `TWIN${at}`] as const),
      )
      .reduce((left, [own, placeholder]) => left.replaceAll(own, placeholder), text)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
      // Removes the viewer's remaining session time, because it changes from one request to the next.
      .replaceAll(/left\\?"[,:]\d+/g, 'LEFT')
      .replaceAll(/nonce(-|=\\?")[A-Za-z0-9+/=_-]+/g, 'NONCE')
      .replaceAll(/"live_cursor\\?",\d+|"live_cursor":\d+/g, 'CURSOR')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
      // The token of a view is encrypted with a random nonce, so only its length can be compared.
      .replaceAll(/"token":"([\w-]+)"/g, (_, token: string) => `TOKEN of ${token.length}`)
      .replaceAll(/requestId(\\?"[:,]\\?")[^"\\]+/g, 'REQUEST')
  )
}

for (const name of ['visitor', 'young', 'teen', 'adult'])
  test(`a ${name} gets identical responses about a 14-year-old and a 16-year-old`, async () => {
    const [one, other] = [
      await answersAbout(younger, askers[name]!),
      await answersAbout(older, askers[name]!),
    ]
    for (const path of Object.keys(one)) assert.equal(...firstDifference(one[path]!, other[path]!), path)
  })

test('a comment gets the same moderation response on a 14-year-old’s video and on a 16-year-old’s video', async () => {
  const texts = [
    'so good',
    'you look so pretty',
    'https://example.com',
    'add me on snap',
    'call 0151 23998877',
  ]
  for (const name of ['young', 'teen', 'adult'])
    for (const body of texts) {
      const responses = await Promise.all(
        [younger, older].map(async (one) => {
          const { held } = await askers[name]!.call(postComment, { params: { id: one.film }, body: { body } })
          return held
        }),
      )
      assert.equal(responses[0], responses[1], `${name}: ${body}`)
    }
})

test('comments by a 14-year-old and a 16-year-old get the same moderation response', async () => {
  const id = await createPublishedVideo(askers.adult!, { title: 'Of an adult' })
  for (const body of ['hello there', 'call 0151 23998877', 'see https://example.com']) {
    const responses = await Promise.all(
      [younger, older].map(async ({ person }) => {
        const { held } = await person.call(postComment, { params: { id }, body: { body } })
        return held
      }),
    )
    assert.equal(responses[0], responses[1], body)
  }
})

/**
 * For each of the two people, collects all responses that show the adult's follow or follow request,
 * including the adult's data export. Values that identify the people are removed.
 */
async function followingAsSeenBy(adult: TestUser): Promise<[string, string]> {
  const mine = dataExportFiles.find(({ file }) => file === 'follows')!.rows(adult.id) as RawBuilder<{
    username: string
  }>
  const exported = (await mine.execute(db)).rows
  const list = (await (await adult.fetch('/api/me/following')).json()) as { items: { username: string }[] }
  const about = async ({ person: { id, name } }: Twin) => {
    const pages = await Promise.all(
      [`/api/profiles/${name}`, `/api/profiles/id/${id}`, `/creator/${name}`].map(async (path) => {
        const response = await adult.fetch(path)
        return `${response.status} ${await response.text()}`
      }),
    )
    const rows = [list.items, exported].map((all) => all.filter(({ username }) => username === name))
    return normalize([...pages, JSON.stringify(rows)].join(' '))
  }
  return [await about(younger), await about(older)]
}

test('an adult cannot distinguish a declined follow request from one that was never delivered', async () => {
  const adult = await testApp.signUpMember('patient', 19)
  const assertSameEverywhere = async (when: string) =>
    assert.equal(...firstDifference(...(await followingAsSeenBy(adult))), when)
  const ask = async (when: string) => {
    for (const { person } of [younger, older]) {
      const { state } = await adult.call(putFollow, { params: { id: person.id } })
      assert.equal(state, 'pending', when)
    }
    await assertSameEverywhere(when)
  }
  const requests = async () =>
    (await older.person.call(listFollowRequests, { query: {} })).items.map(({ username }) => username)
  await ask('asked')
  assert.deepEqual(await requests(), ['patient'])
  for (const { person } of [younger, older]) {
    await person.call(declineFollow, { params: { id: adult.id } })
    await person.call(declineFollow, { params: { id: adult.id } })
  }
  await assertSameEverywhere('declined')
  assert.deepEqual(await requests(), [])
  const approval = older.person.call(approveFollow, { params: { id: adult.id } })
  assert.match(await expectApiError(approval), /^404 /)
  await ask('asked again')
  for (const { person } of [younger, older])
    assert.deepEqual(await adult.call(deleteFollow, { params: { id: person.id } }), { state: 'none' })
  await assertSameEverywhere('taken back')
  await ask('asked after taking it back')
  assert.deepEqual(await requests(), [], 'a minor who declined is left alone for a day')
  for (const { person } of [younger, older]) await adult.call(deleteFollow, { params: { id: person.id } })
  await db
    .updateTable('follow_request_history')
    .set({ refused_at: new Date(Date.now() - 25 * 3600_000) })
    .execute()
  await ask('asked the next day')
  assert.deepEqual(await requests(), ['patient'])
})

test('for a day after a minor removes an adult follower, new follow requests from that adult are not delivered', async () => {
  const adult = await testApp.signUpMember('removed', 18)
  const { id } = older.person
  await adult.call(putFollow, { params: { id } })
  await older.person.call(approveFollow, { params: { id: adult.id } })
  await older.person.call(removeFollower, { params: { id: adult.id } })
  assert.deepEqual(await adult.call(putFollow, { params: { id } }), { state: 'pending' })
  const { items } = await older.person.call(listFollowRequests, { query: {} })
  assert.ok(items.every(({ username }) => username !== 'removed'))
})

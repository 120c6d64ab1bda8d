/*
 * No answer tells whether a minor is 13 to 15 or 16 to 17 (ruling 39): two people who differ in nothing else are compared byte for byte,
 * as everybody who can ask. Following is compared in follows.test.ts.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { postComment } from '#contract/comments.ts'
import { updateProfile } from '#contract/profiles.ts'
import { addPages } from '#server/platform/pages.ts'
import { db } from '#server/platform/db/db.ts'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'

interface Twin {
  person: Person
  film: string
  playbackId: string
  streamId: string
}

let house: House
let younger: Twin
let older: Twin
const askers: Record<string, Person> = {}

before(async () => {
  house = await openHouse()
  await addPages(house.app)
  younger = await twin('marcus', 14)
  older = await twin('milena', 16)
  askers.visitor = house.stranger()
  for (const [name, age] of Object.entries({ young: 13, teen: 17, adult: 18 }))
    askers[name] = await house.joins(name, age)
})
after(() => house.close())

/** Names of one length, one first letter and one colour that are not alike to a search. */
async function twin(name: string, age: number): Promise<Twin> {
  const person = await house.joins(name, age)
  await person.call(updateProfile, { body: { bio: 'I make short films.' } })
  const film = await published(person, { title: `Film of ${name}`, description: 'A walk.', minutesAgo: 5 })
  const { playback_id, stream_id } = await db
    .selectFrom('content')
    .select(['playback_id', 'stream_id'])
    .where('id', '=', film)
    .executeTakeFirstOrThrow()
  return { person, film, playbackId: playback_id, streamId: stream_id }
}

/** Everything that is asked about a person and what they made. */
const asked = ({ person: { id, name }, film, playbackId }: Twin): [path: string, init?: RequestInit][] => [
  [`/api/profiles/${name}`],
  [`/api/profiles/id/${id}`],
  [`/api/content/${film}`],
  [`/api/content?creator=${id}`],
  [`/api/content/${film}/comments`],
  [`/api/embed/${playbackId}`],
  [`/api/search?q=${name}`],
  [`/api/search?type=creator&q=${name}`],
  [`/api/search/suggestions?q=${name}`],
  [`/oembed?url=http://localhost:3000/watch/${film}`],
  [`/media/${playbackId}/master.m3u8`],
  [`/creator/${name}`],
  [`/creator/id/${id}`],
  [`/watch/${film}`],
  [`/embed/${playbackId}`],
  [`/search?q=${name}`],
  ['/sitemap/videos.xml'],
  [`/api/content/${film}/like`, { method: 'PUT' }],
  [`/api/content/${film}/like`, { method: 'DELETE' }],
  [`/api/content/${film}/views`, { method: 'POST' }],
]

async function answersAbout(one: Twin, asker: Person): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const [path, init] of asked(one)) {
    const answer = await asker.fetch(path, init)
    const headers = [...answer.headers].filter(([name]) => !['etag', 'x-request-id', 'date'].includes(name))
    const text = `${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`
    answers[same(`${init?.method ?? 'GET'} ${path}`)] = same(text)
  }
  return answers
}

/** Both, from just before the place where they differ: pages are long. */
function unlike(one: string, other: string): [string, string] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return [one, other].map((text) => text.slice(Math.max(0, at - 80), at + 80)) as [string, string]
}

/** Without what differs between any two people (each is beside the other on a watch page): ids, names, moments and nonces. */
function same(text: string): string {
  return (
    [younger, older]
      .flatMap(({ person, film, playbackId, streamId }) =>
        [person.id, film, playbackId, streamId, person.name].map((own, at) => [own, `TWIN${at}`] as const),
      )
      .reduce((left, [own, placeholder]) => left.replaceAll(own, placeholder), text)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
      // Of the session of whoever asks.
      .replaceAll(/left\\?"[,:]\d+/g, 'LEFT')
      .replaceAll(/nonce(-|=\\?")[A-Za-z0-9+/=_-]+/g, 'NONCE')
      .replaceAll(/"live_cursor\\?",\d+|"live_cursor":\d+/g, 'CURSOR')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
      .replaceAll(/requestId(\\?"[:,]\\?")[^"\\]+/g, 'REQUEST')
  )
}

for (const name of ['visitor', 'young', 'teen', 'adult'])
  test(`the answers about somebody of 14 and somebody of 16 are the same to a ${name}`, async () => {
    const [one, other] = [
      await answersAbout(younger, askers[name]!),
      await answersAbout(older, askers[name]!),
    ]
    for (const path of Object.keys(one)) assert.equal(...unlike(one[path]!, other[path]!), path)
  })

test('what happens to a comment under their videos is the same', async () => {
  const texts = [
    'so good',
    'you look so pretty',
    'https://example.com',
    'add me on snap',
    'call 0151 23998877',
  ]
  for (const name of ['young', 'teen', 'adult'])
    for (const body of texts) {
      const answers = await Promise.all(
        [younger, older].map(async (one) => {
          const { held } = await askers[name]!.call(postComment, { params: { id: one.film }, body: { body } })
          return held
        }),
      )
      assert.equal(answers[0], answers[1], `${name}: ${body}`)
    }
})

test('what they are told themselves when they write is the same to whoever looks on', async () => {
  const id = await published(askers.adult!, { title: 'Of an adult' })
  for (const body of ['hello there', 'call 0151 23998877', 'see https://example.com']) {
    const answers = await Promise.all(
      [younger, older].map(async ({ person }) => {
        const { held } = await person.call(postComment, { params: { id }, body: { body } })
        return held
      }),
    )
    assert.equal(answers[0], answers[1], body)
  }
})

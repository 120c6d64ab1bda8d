/* How chat messages reach open pages: in batches, without gaps, and in the recording at their second. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/chat.ts'
import { getContent } from '#contract/content/content.ts'
import { db } from '#server/platform/db/db.ts'
import { chat, listChat, removeFromChat } from '#tests/support/app/chat.ts'
import {
  addBroadcastCapacity,
  sendChunk,
  startBroadcast,
  startBroadcastTestApp,
} from '#tests/support/app/broadcast-test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
let bob: TestUser
before(async () => {
  testApp = await startBroadcastTestApp()
  await addBroadcastCapacity(20)
  bob = await testApp.signUpMember('bob')
})
after(() => testApp.close())

async function goLive(name: string): Promise<{ creator: TestUser; id: string }> {
  const creator = await testApp.signUpBroadcaster(name)
  const { id } = await startBroadcast(creator)
  await sendChunk(creator, id, 0, 'header')
  return { creator, id }
}

test('many messages arrive in order, once each, and share a few writes', async () => {
  const { id } = await goLive('ada')
  const stop = new AbortController()
  const response = await bob.fetch(`/api/content/${id}/events`, { signal: stop.signal })
  const times = new Map<string, number>()
  const writes: number[] = []
  const reading = (async () => {
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      const found =
        Buffer.from(bytes)
          .toString()
          .match(/"body":"Message \d+"/g) ?? []
      if (found.length > 0) writes.push(found.length)
      for (const one of found) times.set(one, (times.get(one) ?? 0) + 1)
    }
  })().catch(() => {})
  const begin = performance.now()
  for (let number = 0; number < 30; number += 1) await chat(bob, id, `Message ${number}`)
  await waitUntil(async () => times.size === 30)
  const batches = Math.ceil((performance.now() - begin) / 250) + 2
  stop.abort()
  await reading
  assert.deepEqual(
    [...times],
    Array.from({ length: 30 }, (_, number) => [`"body":"Message ${number}"`, 1]),
  )
  assert.ok(writes.length <= batches, `${writes.length} writes in ${batches} batches`)
})

test('a page that reconnects gets the missed messages that still exist, and none twice', async () => {
  const { id } = await goLive('bea')
  const { live_cursor } = await bob.call(getContent, { params: { id } })
  const first = await listenToContentUpdates(bob, id, live_cursor)
  const arrives = first.next('chat')
  await chat(bob, id, 'One')
  const { id: cursor } = await arrives
  await first.stop()
  await chat(bob, id, 'Two')
  const { id: removed } = await chat(bob, id, 'Three')
  await chat(bob, id, 'Four')
  await removeFromChat(bob, id, removed)
  const second = await listenToContentUpdates(bob, id, cursor)
  await waitUntil(async () => second.heard.some(({ data }) => data.body === 'Four'))
  assert.deepEqual(
    second.heard.filter(({ name }) => name === 'chat').map(({ data }) => data.body),
    ['Two', 'Four'],
  )
  await second.stop()
})

test('the history of a chat has pages', async () => {
  const { id } = await goLive('cora')
  for (const body of ['1', '2', '3']) await chat(bob, id, body)
  const page = (cursor?: string) =>
    bob.call(contract.listChatMessages, { params: { id }, query: { limit: 2, ...(cursor && { cursor }) } })
  const { items, next_cursor } = await page()
  assert.deepEqual(
    items.map(({ body }) => body),
    ['3', '2'],
  )
  const rest = await page(next_cursor!)
  assert.deepEqual([rest.items.map(({ body }) => body), rest.next_cursor], [['1'], null])
})

/** Pretends that this many seconds of the broadcast have been packaged, some of which viewers may have. */
async function addParts(id: string, seconds: number, newestAgeSeconds: number): Promise<void> {
  await db
    .insertInto('broadcast_renditions')
    .values({ content_id: id, rendition: 'source', codecs: 'x', width: 2, height: 2, object_name: 'x' })
    .onConflict((row) => row.doNothing())
    .execute()
  await db
    .insertInto('broadcast_parts')
    .values(
      Array.from({ length: seconds }, (_, number) => ({
        content_id: id,
        rendition: 'source',
        segment_number: number,
        part_index: 0,
        // The media timeline does not have to start at 0.
        start_time: 7 + number,
        segment_start_time: 7 + number,
        duration: 1,
        is_independent: true,
        ends_segment: true,
        byte_length: 1,
        resume_offset: 0,
        object_name: 'x',
        made_at: new Date(Date.now() - (newestAgeSeconds + seconds - 1 - number) * 1000),
      })) as never,
    )
    .execute()
}

test('a message belongs to the second that viewers saw when it was sent, and the replay shows it there', async () => {
  const { id } = await goLive('dora')
  const early = await chat(bob, id, 'Before the first picture')
  assert.equal(early.position_seconds, 0)
  await addParts(id, 40, 0.5)
  // Viewers see a part 10 s after it was stored.
  const later = await chat(bob, id, 'What a trick')
  assert.equal(later.position_seconds, 30)
  const replay = (query: object) => bob.call(contract.getChatReplay, { params: { id }, query })
  const texts = async (query: object) => (await replay(query)).items.map(({ body }) => body)
  assert.deepEqual(await texts({}), ['Before the first picture', 'What a trick'])
  assert.deepEqual(await texts({ from: 29.5 }), ['What a trick'])
  assert.deepEqual(await texts({ from: 30.5 }), [])
  assert.deepEqual((await replay({})).next_cursor, null)
  assert.equal((await listChat(bob, id)).items.length, 2)
  const values = Array.from({ length: 120 }, (_, number) => ({
    content_id: id,
    user_id: bob.id,
    body: `Filler ${number}`,
    broadcast_ms: 40_000 + (number % 3),
  }))
  await db.insertInto('comments').values(values).execute()
  const first = await replay({ from: 31 })
  assert.equal(first.items.length, 100)
  const rest = await replay({ cursor: first.next_cursor })
  const all = [...first.items, ...rest.items]
  assert.equal(new Set(all.map((one) => one.id)).size, 120)
  assert.deepEqual(
    all.map(({ position_seconds }) => position_seconds),
    all.map(({ position_seconds }) => position_seconds).toSorted((a, b) => a - b),
  )
})

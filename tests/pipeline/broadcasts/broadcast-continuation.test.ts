/*
 * Another page of the creator continues a broadcast, for example after a reload: with a new Matroska stream,
 * which becomes the next bytes of the stored one.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  downloadLiveRendition,
  fetchOk,
  sendChunk,
  startBroadcast,
  startBroadcastTestApp,
} from '#tests/support/app/broadcast-test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import {
  createLiveSource,
  findDecodingErrors,
  readFrameNumbers,
  type LiveSourceOptions,
} from '#tests/support/media/live-sources.ts'
import { splitMatroska } from '#tests/support/media/matroska-chunks.ts'

const seconds = 4
const fps = 30
let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp({ working: true })))
after(() => testApp.close())

async function createChunks(options: Partial<LiveSourceOptions> = {}): Promise<Uint8Array<ArrayBuffer>[]> {
  const path = join(testApp.dataDir, 'source.mkv')
  await createLiveSource(path, { container: 'matroska', seconds, fps, keyframes: 1, ...options })
  return splitMatroska(await readFile(path))
}

async function sendAll(
  who: Parameters<typeof sendChunk>[0],
  id: string,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  { from = 0, sender = 0 } = {},
): Promise<void> {
  for (const [n, bytes] of chunks.entries())
    assert.equal((await sendChunk(who, id, from + n, bytes, sender)).status, 204)
}

async function hasHeader(id: string): Promise<boolean> {
  const part = await db
    .selectFrom('broadcast_parts')
    .select('part_index')
    .where('content_id', '=', id)
    .executeTakeFirst()
  return part !== undefined
}

test('a second page continues a broadcast, and the first one cannot send any more', async () => {
  const ada = await testApp.signUpBroadcaster('ada')
  const { id } = await startBroadcast(ada, { delaySeconds: 0 })
  const chunks = await createChunks()
  await sendAll(ada, id, chunks.slice(0, -3))
  await waitUntil(() => hasHeader(id))
  const { broadcast, sender, picture } = await ada.call(contract.continueBroadcast, { params: { id } })
  assert.deepEqual([broadcast.next_chunk, sender], [chunks.length - 3, 1])
  assert.deepEqual(picture, { width: 640, height: 384 })
  const refused = await sendChunk(ada, id, broadcast.next_chunk, chunks.at(-3)!)
  assert.equal(refused.status, 412)
  await sendAll(ada, id, chunks, { from: broadcast.next_chunk, sender })
  // A chunk that is sent again is acknowledged.
  assert.equal((await sendChunk(ada, id, broadcast.next_chunk, chunks[0]!, sender)).status, 204)
  const folder = broadcast.playlist_url!.replace('/master.m3u8', '')
  await ada.call(contract.endBroadcast, { params: { id }, body: {} })
  await waitUntil(async () =>
    (await (await fetchOk(ada, `${folder}/low/index.m3u8`)).text()).includes('#EXT-X-ENDLIST'),
  )
  const all = Array.from({ length: fps * seconds }, (_, n) => n)
  for (const name of ['source', 'low']) {
    const file = await downloadLiveRendition(testApp, ada, `${folder}/${name}`)
    const frames = await readFrameNumbers(file)
    const numbers = frames.map(({ number }) => number)
    const start = numbers.lastIndexOf(0)
    assert.deepEqual(numbers, [...all.slice(0, start), ...all])
    // The interruption takes a tenth of a second.
    const gaps = frames.slice(1).map(({ time }, n) => time - frames[n]!.time)
    assert.ok(Math.min(...gaps) > 0.02 && Math.max(...gaps) < 0.25, `${Math.max(...gaps)} s between frames`)
    assert.equal(await findDecodingErrors(file), '')
  }
})

test('a broadcast cannot be continued with another format, by other people, or after its end', async () => {
  const bea = await testApp.signUpBroadcaster('bea')
  const { id } = await startBroadcast(bea, { delaySeconds: 0 })
  const chunks = await createChunks()
  await sendAll(bea, id, chunks.slice(0, -3))
  await waitUntil(() => hasHeader(id))
  const cleo = await testApp.signUpBroadcaster('cleo')
  assert.match(await expectApiError(cleo.call(contract.continueBroadcast, { params: { id } })), /^404 /)
  const { broadcast, sender } = await bea.call(contract.continueBroadcast, { params: { id } })
  const smaller = await createChunks({ size: '320x192' })
  assert.equal((await sendChunk(bea, id, broadcast.next_chunk, smaller[0]!, sender)).status, 422)
  // Half an element cannot be moved.
  const torn = chunks[0]!.slice(0, -5)
  assert.equal((await sendChunk(bea, id, broadcast.next_chunk, torn, sender)).status, 422)
  assert.equal((await sendChunk(bea, id, broadcast.next_chunk, chunks[0]!, sender)).status, 204)
  await bea.call(contract.endBroadcast, { params: { id }, body: {} })
  assert.match(await expectApiError(bea.call(contract.continueBroadcast, { params: { id } })), /^410 /)
})

test('a page that was reloaded before it sent anything starts with its own header', async () => {
  const dora = await testApp.signUpBroadcaster('dora')
  const { id } = await startBroadcast(dora, { delaySeconds: 0 })
  const { broadcast, sender, picture } = await dora.call(contract.continueBroadcast, { params: { id } })
  assert.deepEqual([broadcast.next_chunk, sender, picture], [0, 1, null])
  await sendAll(dora, id, await createChunks(), { sender })
  await waitUntil(() => hasHeader(id))
})

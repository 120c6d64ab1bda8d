/* Broadcasts with two web servers and two workers, which share a bucket. */
import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { getSession } from '#contract/accounts/current-user.ts'
import { createBroadcast, stopBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { listChatMessages, postChatMessage, putChatSettings } from '#contract/broadcasts/chat.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { findPackagingWorker } from '#tests/support/cluster/worker-processes.ts'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'
import { type ClusterTestSite, cloneClientForServer, startClusterTestSite } from './cluster-test-site.ts'

let site: ClusterTestSite
before(async () => (site = await startClusterTestSite({ env: { LIVE: 'on', PACE: '0' } })))
after(() => site.close())

test('a broadcast loses no frame when a worker and then a web server are killed', async (t) => {
  const timing = { seconds: 24 }
  const broadcast = await RunningBroadcast.start(site, await createNumberedSource(timing), timing)
  t.after(() => broadcast.stopSending())
  await broadcast.waitForSecond(5)
  const worker = await findPackagingWorker(site.workers)
  const workerKilledAt = Date.now()
  await worker.kill()
  const pause = await broadcast.waitForPartAfter(workerKilledAt + 1000)
  console.log(`broadcasts: paused for ${pause.toFixed(1)} s after kill -9 of the worker`)
  assert.ok(pause < 6, `${pause} s without a part`)
  await site.restart(worker)

  await broadcast.waitForSecond(14)
  const [web] = site.webServers
  await web!.kill()
  await broadcast.waitForSecond(18)
  await site.restart(web!)
  assert.equal(await broadcast.finish(), 0, 'missing or misplaced frames')
  assert.deepEqual([...broadcast.unexpected], [])
  assert.ok((await broadcast.waitForRecording()) > timing.seconds - 0.2)
  assert.deepEqual(await findInvariantViolations(), [])
})

test('a stop on one web server takes effect on the other one within a second', async (t) => {
  const timing = { seconds: 12 }
  const source = await createNumberedSource(timing)
  const broadcast = await RunningBroadcast.start(site, source, timing, { delaySeconds: 3 })
  t.after(() => broadcast.stopSending())
  const moderator = await site.signUpModerator()
  const [first, second] = site.webServers
  const viewer = cloneClientForServer(second!, await site.signUpMember())
  await broadcast.waitForSecond(8)

  const folder = await broadcast.readFolder()
  const parts = await broadcast.listPartUrls(folder)
  const stoppedAt = performance.now()
  const body = { reason: 'Shows a private address' }
  await cloneClientForServer(first!, moderator).call(stopBroadcast, { params: { id: broadcast.id }, body })
  await waitUntil(async () =>
    (await (await viewer.fetch(`${folder}/low/index.m3u8`)).text()).includes('#EXT-X-ENDLIST'),
  )
  const endedMs = performance.now() - stoppedAt
  console.log(`broadcasts: ended on the other web server ${Math.round(endedMs)} ms after the stop`)
  assert.ok(endedMs < 1000, `${endedMs} ms`)
  // A worker deletes the rows of the parts that were cut off.
  const cut = await waitUntil(async () => {
    const kept = new Set(await broadcast.listPartUrls(folder))
    assert.ok(kept.size > 0)
    const missing = parts.filter((url) => !kept.has(url))
    return missing.length > 0 && missing
  })
  for (const url of cut) assert.equal((await viewer.fetch(url)).status, 404, url)
})

test('slow mode of the chat applies to both web servers together', async () => {
  const [first, second] = site.webServers
  const creator = cloneClientForServer(first!, await site.signUpMember())
  const { me } = await creator.call(getSession, {})
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', me!.id).execute()
  const body = { title: 'Studio chat', visibility: 'public', genre: 'Music' } as const
  const { id } = await creator.call(createBroadcast, { body })
  const fan = await site.signUpMember()
  const pages = [first!, second!].map((server) => cloneClientForServer(server, fan))
  const updates = await Promise.all(pages.map((page) => listenToContentUpdates(page as never, id)))
  const settings = updates.map((one) => one.next('chat_settings'))
  await creator.call(putChatSettings, { params: { id }, body: { slow_mode_seconds: 60 } })
  for (const change of settings) assert.deepEqual((await change).data, { slow_mode_seconds: 60 })

  const send = (who: HttpTestClient, text: string) =>
    who.call(postChatMessage, { params: { id }, body: { body: text } }).then(
      () => 'sent',
      (error: { code: string }) => error.code,
    )
  const sendFromBoth = async (name: string) =>
    (
      await Promise.all([0, 1, 2, 3].map((number) => send(pages[number % 2]!, `${name} ${number}`)))
    ).toSorted()
  const onlyOne = ['chat_slow_mode', 'chat_slow_mode', 'chat_slow_mode', 'sent']
  assert.deepEqual(await sendFromBoth('Cheer'), onlyOne)
  // A message after a minute starts the wait again, on both servers.
  await db
    .updateTable('chat_senders')
    .set({ last_sent_at: new Date(Date.now() - 61_000) })
    .where('content_id', '=', id)
    .execute()
  assert.deepEqual(await sendFromBoth('Applause'), onlyOne)
  for (const page of pages) {
    const { items, wait_seconds } = await page.call(listChatMessages, { params: { id }, query: {} })
    assert.equal(items.length, 2)
    assert.ok(wait_seconds > 50, `${wait_seconds} s`)
  }

  assert.equal(await send(creator, 'Slow mode does not apply to the creator'), 'sent')
  assert.equal(await send(cloneClientForServer(second!, creator), 'Not on the other server either'), 'sent')
  for (const { heard, stop } of updates) {
    await waitUntil(async () => heard.filter(({ name }) => name === 'chat').length === 4)
    await stop()
  }
})

test('a recording is not lost when the worker that prepares it is killed before the delay has passed', async (t) => {
  const timing = { seconds: 8 }
  const source = await createNumberedSource(timing)
  const broadcast = await RunningBroadcast.start(site, source, timing, { delaySeconds: 15 })
  t.after(() => broadcast.stopSending())
  await broadcast.end()
  const worker = await waitUntil(findPreparingWorker)
  await worker.kill()
  assert.equal(await readStreamStatus(broadcast.id), 'live')
  await site.restart(worker)
  assert.ok((await broadcast.waitForRecording()) > timing.seconds - 0.2)
  await waitUntil(async () => (await Array.fromAsync(storage.list('uploads'))).length === 0)
  assert.deepEqual(await findInvariantViolations(), [])

  /** Returns the worker whose work folder contains the first rendition of the recording. */
  async function findPreparingWorker(): Promise<ServerProcess | undefined> {
    for (const one of site.workers) {
      const cwd = join(one.dataDir, 'work')
      const found = await Array.fromAsync(glob(`${broadcast.id}-*/out/*/index.m3u8`, { cwd }))
      if (found.length > 0) return one
    }
    return undefined
  }
})

async function readStreamStatus(id: string): Promise<string> {
  const { stream_status } = await db
    .selectFrom('content')
    .select('stream_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return stream_status
}

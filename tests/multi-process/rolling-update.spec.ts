/*
 * Tests a rolling update under load: a new release replaces the old one, one process after another. During
 * the update, no request may be refused and no write lost.
 */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import test from 'node:test'
import { sql } from 'kysely'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import {
  clipsToTranscode,
  waitUntilTranscoded,
  uploadClipForTranscoding,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { SimulatedUserLoad } from '#tests/support/cluster/background-load.ts'
import { makeFakeVideo, ResumableUpload } from '#tests/support/clients/resumable-upload.ts'
import { signUpNewMember } from '#tests/support/cluster/multi-process-test-site.ts'
import { createEmptyDatabase } from '#tests/support/postgres/test-database.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { startLoadBalancer } from '#tests/support/cluster/load-balancer.ts'
import { checkOutPreviousRelease } from './previous-release.ts'
import { createBucket } from '#tests/support/cluster/radosgw.ts'

test('a rolling update migrates the database, then replaces the processes one by one', async (t) => {
  const before = await checkOutPreviousRelease()
  if (!before) return t.skip('there is no history here to take an earlier release from')
  t.after(before.remove)
  const { url, drop } = await createEmptyDatabase()
  const front = await startLoadBalancer()
  const shared = { ...(await createBucket(process.env['TEST_APART']!)), DATABASE_URL: url, PACE: '0' }
  const env = { ...shared, PUBLIC_URL: front.url, TRUST_PROXY: '127.0.0.1' }
  const starts = async (role: 'web' | 'worker', home?: string) => {
    const dataDir = await createDataDir()
    const server = await startServerProcess({ dataDir, env: { ...env, ROLE: role }, ...(home && { home }) })
    t.after(async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    return server
  }
  t.after(drop)
  t.after(front.close)
  const old = [await starts('web', before.folder), await starts('web', before.folder)]
  const oldWorker = await starts('worker', before.folder)
  front.to.push(...old.map(({ port }) => port))
  openDatabase(url)
  t.after(closeDatabase)
  setStorage(createS3Storage(loadConfig(env).s3!))

  const ada = await signUpNewMember(front.url)
  const contentId = await publishVideo(ada)
  const people = await Promise.all(Array.from({ length: 6 }, () => signUpNewMember(front.url)))
  const load = new SimulatedUserLoad(contentId, people.slice(0, 4), people.slice(4))
  // Stops the background requests even if the test fails, because requests in progress would keep the test
  // process alive.
  t.after(() => load.stop())
  const goesOn = async () => {
    const until = load.said.length
    await waitUntil(() => load.said.length > until + 40)
  }
  await goesOn()
  const [film, sending] = [
    await uploadClipForTranscoding(ada, await clipsToTranscode.long()),
    await ResumableUpload.announce(ada, makeFakeVideo(12_500_000)),
  ]
  const over = new AbortController()
  const sent = sending.finish(1_000_000, over.signal)
  sent.catch(() => {}) // a rejection surfaces when the upload is awaited below
  t.after(() => over.abort())

  for (const one of old) {
    front.to.push((await starts('web')).port)
    await goesOn() // both releases answer requests on the migrated database
    front.to.splice(front.to.indexOf(one.port), 1)
    await one.stop()
  }
  await starts('worker')
  await oldWorker.stop()
  await goesOn()

  await sent
  const [ended] = await waitUntilTranscoded([film], 240)
  await load.stop()
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  const comments = await db.selectFrom('comments').select('id').where('content_id', '=', contentId).execute()
  const there = new Set(comments.map(({ id }) => id))
  console.log(
    `updated: from ${before.commit}, ${load.answers} responses, ${load.broken.length} broken connections, ${load.away} told to retry, the slowest after ${load.slowest.toFixed(0)} ms`,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    (await readMigrations()).map(({ name }) => name),
  )
  assert.equal(ended?.state, 'ready')
  assert.deepEqual([sending.wentBack, sending.breaks], [0, 0])
  assert.deepEqual(
    load.said.filter((id) => !there.has(id)),
    [],
    'acknowledged, and lost',
  )
  assert.deepEqual([...load.wrong], [])
  assert.deepEqual([load.broken.length, load.away, load.pagesAway], [0, 0, 0], 'somebody was turned away')
  assert.deepEqual(await findInvariantViolations(), [])
})

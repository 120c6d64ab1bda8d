import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { getContentEventTopic } from '#server/domain-events.ts'
import { db } from '#server/platform/db/db.ts'
import { type LiveUpdateMessage, subscribeToTopic } from '#server/platform/live-updates/live-updates.ts'
import { stopQueue } from '#server/platform/queue/queue.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import { type PipelineTestApp, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'

let app: PipelineTestApp
let ada: string
before(async () => {
  app = await startPipelineTestApp({ working: true })
  ada = await app.join('ada')
})
after(() => app.close())

const stateOf = async (contentId: string) =>
  (await db.selectFrom('streams').select('state').where('content_id', '=', contentId).executeTakeFirst())
    ?.state

test('an upload is processed automatically, and open pages show the progress', async () => {
  const { contentId } = await app.send(ada, await makeTestPatternClip('mp4'), 'clip.mp4')
  const received: LiveUpdateMessage[] = []
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const listen = (message: LiveUpdateMessage) => {
    received.push(message)
    if ((message.data as ProcessingStatus).state === 'ready') resolve()
  }
  await subscribeToTopic(getContentEventTopic(contentId), 0, listen, new AbortController().signal)
  await done
  const streams = received.filter(({ name }) => name === 'stream').map(({ data }) => data as ProcessingStatus)
  const percents = streams.map(({ percent }) => percent)
  assert.deepEqual(
    percents,
    percents.toSorted((a, b) => a - b),
    'progress never goes back',
  )
  const order = ['received', 'probed', 'encoding', 'ready']
  assert.deepEqual([...new Set(streams.map(({ state }) => state))], order)
  assert.ok(streams.find(({ ready }) => ready)!.state === 'encoding', 'playable before it is whole')
  const renditions = received.filter(({ name }) => name === 'renditions').map(({ data }) => data)
  assert.deepEqual(renditions.at(-1), { renditions: ['144p', '240p', '360p'] })
})

// This test must stay last, because it stops the queue.
test('a process that is shutting down returns its job to the queue for another worker', async () => {
  const { contentId } = await app.send(
    ada,
    await makeTestPatternClip('avi', { seconds: 30, width: 1280, height: 720 }),
    'clip.avi',
  )
  await waitUntil(async () => (await stateOf(contentId)) === 'encoding')
  await stopQueue()
  // On a very busy machine, the queue may stop before the worker does. Even then, the job must return to the
  // queue.
  await waitUntil(async () => (await stateOf(contentId)) === 'received')
  const { rows } = await sql<{ state: string }>`select state from pgboss.job
    where name = 'process' and data->>'contentId' = ${contentId} order by created_on`.execute(db)
  assert.ok(rows.some(({ state }) => state === 'created' || state === 'retry'))
})

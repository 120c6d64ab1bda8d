import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createUpload } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { LiveUpdateClient } from '#tests/support/clients/live-update-client.ts'
import { readFile } from 'node:fs/promises'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { SimulatedUserLoad } from '#tests/support/cluster/background-load.ts'
import { findLostWrites } from './lost-writes.ts'
import { startSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

export const gracefulShutdownFault: InjectedFault = {
  name: 'sigterm',
  guarantee:
    'SIGTERM under load: responses finish, live updates reconnect, the job returns to the queue, exit within 15 s',
  fullRepetitions: 5,
  quickRepetitions: 1,
  run,
}

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ role: 'all' })
  const people = await Promise.all(Array.from({ length: 6 }, () => site.signUpMember()))
  const contentId = await publishVideo(people[0]!)
  const listener = new LiveUpdateClient(people[5]!, contentId, 0)
  const load = new SimulatedUserLoad(contentId, people.slice(0, 3), people.slice(3, 5))
  const long = await uploadLongClip(people[5]!)
  const seconds: number[] = []
  let cutOff = 0
  let returned = 0
  let connections = 0
  try {
    for (let n = 0; n < count; n += 1) {
      await waitUntil(async () => (await stateOf(long)) === 'encoding', 60)
      await waitUntil(() => listener.connections > connections, 60)
      connections = listener.connections
      await pause(200 + Math.random() * 500)
      // Requests that were refused while no server was running do not count as interrupted.
      load.broken.length = 0
      const at = performance.now()
      seconds.push(await site.web.stop())
      // Requests that started before the shutdown signal must have received a response.
      cutOff += load.broken.filter((begun) => begun < at - 5).length
      if ((await stateOf(long)) === 'received' && (await isQueued(long))) returned += 1
      await site.restartWeb()
    }
    await waitUntil(() => listener.connections > connections, 60)
    await load.stop()
    await waitUntil(() => load.said.every((id) => listener.comments.includes(id)), 30)
  } finally {
    await load.stop()
    await listener.stop()
    for (const [what, times] of load.wrong) console.log(`  ${times} × ${what}`)
  }
  await waitUntil(async () => ['ready', 'failed'].includes((await stateOf(long)) ?? ''), 180)
  return [
    { name: 'longest shutdown', value: Math.max(...seconds), unit: 's', threshold: { atMost: 15 } },
    { name: 'responses during the shutdowns', value: load.answers },
    { name: 'requests that began earlier and were cut off', value: cutOff, threshold: { exactly: 0 } },
    { name: 'responses that were neither valid nor 503', value: load.wrong.size, threshold: { exactly: 0 } },
    { name: 'jobs that returned to the queue', value: returned, threshold: { exactly: count } },
    {
      name: 'returned jobs that completed',
      value: (await stateOf(long)) === 'ready' ? 1 : 0,
      threshold: { exactly: 1 },
    },
    {
      name: 'reconnections of the page’s live updates',
      value: listener.connections - 1,
      threshold: { atLeast: count },
    },
    { name: 'acknowledged comments', value: load.said.length, threshold: { atLeast: 1 } },
    ...(await findLostWrites(contentId, load, listener)),
  ]
}

/** Uploads a video that takes a while to transcode. */
async function uploadLongClip(member: HttpTestClient): Promise<string> {
  const path = await createTestClip(undefined, {
    codec: 'mpeg4',
    container: 'avi',
    seconds: 40,
    width: 1280,
    height: 720,
  })
  const bytes = await readFile(path)
  const film = { title: 'Long', content_type: 'music', file_name: 'a.avi', file_size: bytes.length } as const
  const { uploadURL, contentId } = await member.call(createUpload, { body: film })
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  const response = await member.fetch(uploadURL, { method: 'PATCH', headers, body: bytes })
  if (response.status !== 204) throw new Error(`the upload answered ${response.status}`)
  return contentId
}

async function stateOf(contentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('streams')
    .select('state')
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  return row?.state
}

async function isQueued(contentId: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where name = 'process' and state in ('created', 'retry')
    and data->>'contentId' = ${contentId}`.execute(db)
  return rows.length === 1
}

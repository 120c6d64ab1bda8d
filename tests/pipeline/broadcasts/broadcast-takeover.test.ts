/*
 * A broadcast continues if ffmpeg is killed, or if the worker that packages the broadcast is killed with
 * `kill -9`.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { startBroadcastWorker } from '#server/broadcasts/ingest/broadcast-worker.ts'
import { db } from '#server/platform/db/db.ts'
import {
  downloadLiveRendition,
  sendChunk,
  startBroadcast,
  startBroadcastTestApp,
} from '#tests/support/app/broadcast-test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createLiveSource, readFrameNumbers } from '#tests/support/media/live-sources.ts'
import { sendInRealTime } from '#tests/support/media/real-time-source.ts'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'

const seconds = 14
let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

async function listFfmpegProcesses(pid: number): Promise<number[]> {
  const commands = await Promise.all(
    (await listProcessTree(pid)).map(async (child) => {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
      return /^\S*ffmpeg\0/.test(command) ? child : undefined
    }),
  )
  return commands.filter((child) => child !== undefined)
}

async function countParts(id: string): Promise<number> {
  const { parts } = await db
    .selectFrom('broadcast_parts')
    .select(({ fn }) => fn.countAll<number>().as('parts'))
    .where('content_id', '=', id)
    .where('rendition', '=', 'low')
    .executeTakeFirstOrThrow()
  return parts
}

test('no frame is lost or repeated when ffmpeg and then the worker are killed', async () => {
  const path = join(testApp.dataDir, 'source.mkv')
  const source = await readFile(
    await createLiveSource(path, { container: 'matroska', seconds, keyframes: 1 }),
  )
  const first = fork(new URL('../../support/app/broadcast-worker-process.ts', import.meta.url), [
    testApp.databaseUrl,
    testApp.dataDir,
  ])
  await once(first, 'message')
  const ada = await testApp.signUpBroadcaster('ada')
  const { id } = await startBroadcast(ada, { delaySeconds: 1 })
  const sending = sendInRealTime(source, { seconds }, async (number, chunk) =>
    assert.equal((await sendChunk(ada, id, number, chunk)).status, 204),
  )
  await waitUntil(async () => (await countParts(id)) >= 3)
  const ffmpeg = await listFfmpegProcesses(first.pid!)
  assert.ok(ffmpeg.length > 0)
  for (const pid of ffmpeg) process.kill(pid, 'SIGKILL')
  let stored = await countParts(id)
  const ffmpegKilledAt = performance.now()
  await waitUntil(async () => (await countParts(id)) > stored + 1)
  console.log(`new parts ${Math.round(performance.now() - ffmpegKilledAt)} ms after ffmpeg was killed`)

  first.kill('SIGKILL')
  await once(first, 'exit')
  stored = await countParts(id)
  const killedAt = performance.now()
  const stopWorker = startBroadcastWorker({ capacity: 1 })
  try {
    await waitUntil(async () => (await countParts(id)) > stored)
    const gapMs = performance.now() - killedAt
    console.log(`new parts ${Math.round(gapMs)} ms after the worker was killed`)
    assert.ok(gapMs < 10_000, `${gapMs} ms without a new part`)
    await sending
    await ada.call(contract.endBroadcast, { params: { id }, body: {} })
    const { playlist_url } = await ada.call(contract.getBroadcast, { params: { id } })
    const folder = playlist_url!.replace('/master.m3u8', '')
    await waitUntil(async () => {
      const playlist = await ada.fetch(`${folder}/source/index.m3u8`)
      return (await playlist.text()).includes('#EXT-X-ENDLIST')
    })
    for (const name of ['source', 'low']) {
      const file = await downloadLiveRendition(testApp, ada, `${folder}/${name}`)
      const numbers = (await readFrameNumbers(file)).map(({ number }) => number)
      assert.deepEqual(
        numbers,
        Array.from({ length: 30 * seconds }, (_, n) => n),
      )
    }
  } finally {
    await stopWorker()
  }
})

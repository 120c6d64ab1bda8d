import { setTimeout as pause } from 'node:timers/promises'
import { db } from '#server/platform/db/db.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createLocalS3Settings, startS3Server } from '#tests/support/servers/s3-server.ts'
import { readProcessStat } from '#tests/support/processes/process-tree.ts'
import { type FlakyProxy, startFlakyProxy } from '#tests/support/servers/flaky-proxy.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import {
  clipsToTranscode,
  recordTransitionsToReady,
  findItemsNotReadyExactlyOnce,
  waitUntilTranscoded,
  readTranscodeStatus,
  uploadClipForTranscoding,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import { SimulatedUserLoad } from '#tests/support/cluster/background-load.ts'
import { ResumableUpload } from '#tests/support/clients/resumable-upload.ts'
import { startSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

export const storageOutageFault: InjectedFault = {
  name: 'storage',
  guarantee:
    'the storage (S3) fails for 60 s: 503 with Retry-After, then uploads and transcodes resume by themselves, and nothing incomplete is published',
  fullRepetitions: 5,
  quickRepetitions: 1,
  run,
}

/**
 * The ways in which the storage can fail: the storage closes connections, answers every request with 503, or
 * keeps connections open without transferring anything. A run uses one mode or alternates between several.
 */
const kinds = [
  ['refuse', 'blackhole', 'busy'],
  ['blackhole'],
  ['busy'],
  ['refuse'],
  ['busy', 'refuse'],
] as const

async function run(count: number): Promise<FaultMeasurement[]> {
  const isShort = count === 1
  const bucket = await startS3Server()
  const line = await startFlakyProxy({ host: '127.0.0.1', port: bucket.port })
  const site = await startSharedMultiProcessTestSite({ env: createLocalS3Settings(line.port) })
  site.cleanups.push(line.close, bucket.close)
  await recordTransitionsToReady()
  await site.setWorkerCount(1)
  const [worker] = site.workers
  const people = await Promise.all(Array.from({ length: 4 }, () => site.signUpMember()))
  const shown = await publishVideo(people[0]!)
  const film = await (isShort ? clipsToTranscode.short() : clipsToTranscode.middle())
  // A short run sends only a few requests per second, because more requests would take CPU time from other
  // tests.
  const pauseMs = isShort ? 200 : 20
  const load = new SimulatedUserLoad(shown, people.slice(0, 1), people.slice(1, 2), pauseMs)
  const over = new AbortController()
  const watching = playRepeatedly(load, people[1]!, shown, pauseMs, over.signal)
  const ids: string[] = []
  const sendings: ResumableUpload[] = []
  const after: number[] = []
  try {
    for (let n = 0; n < count; n += 1) {
      const early = [
        await uploadClipForTranscoding(people[2]!, film),
        await uploadClipForTranscoding(people[2]!, film),
      ]
      await waitUntil(
        async () => (await readTranscodeStatus(early)).some(({ state }) => state !== 'received'),
        60,
      )
      const now = await Promise.all(
        [people[2]!, people[3]!].map((one) => ResumableUpload.announce(one, film)),
      )
      const sent = now.map((one) => one.finish(Math.ceil(film.length / 8)))
      for (const one of sent) one.catch(() => {}) // a rejection surfaces when the upload is awaited below
      await waitUntil(() => now.every(({ acknowledged }) => acknowledged > 0), 60)
      await failStorage(line, kinds[isShort ? 4 : n % kinds.length]!, isShort ? 3 : 60)
      const at = performance.now()
      await Promise.all(sent)
      const all = [...early, ...now.map(({ contentId }) => contentId)]
      await waitUntilTranscoded(all, 180)
      after.push((performance.now() - at) / 1000)
      ids.push(...all)
      sendings.push(...now)
    }
  } finally {
    over.abort()
    await watching
    await load.stop()
    for (const [what, times] of load.wrong) console.log(`  ${times} × ${what}`)
    for (const words of [site.web.log, worker!.log])
      for (const text of words) if (/request failed|unhandled/.test(text)) console.log(text.slice(0, 800))
  }
  const ended = await readTranscodeStatus(ids)
  const alive = await Promise.all([site.web.pid, worker!.pid].map(readProcessStat))
  const odd = sendings.flatMap(({ answers }) =>
    [...answers]
      .filter(([status]) => status !== 503 && status > 299)
      .map(([status, times]) => `${times} × ${status}`),
  )
  if (odd.length > 0) console.log(`  unexpected responses to uploads: ${odd.join(', ')}`)
  return [
    { name: 'responses during the outages', value: load.answers },
    { name: 'responses that were 503 with Retry-After', value: load.away, threshold: { atLeast: 1 } },
    { name: 'other responses', value: load.wrong.size + odd.length, threshold: { exactly: 0 } },
    { name: 'slowest response', value: load.slowest / 1000, unit: 's', threshold: { atMost: 15 } },
    { name: 'processes that exited', value: alive.filter((one) => !one).length, threshold: { exactly: 0 } },
    {
      name: '503 responses to uploads without Retry-After',
      value: sendings.reduce((sum, { undated }) => sum + undated, 0),
      threshold: { exactly: 0 },
    },
    {
      name: 'interrupted uploads',
      value: sendings.filter(({ breaks }) => breaks > 0).length,
      threshold: { atLeast: count },
    },
    {
      name: 'uploads that did not complete',
      value: sendings.filter(({ isDone }) => !isDone).length,
      threshold: { exactly: 0 },
    },
    {
      name: 'acknowledged offsets that decreased',
      value: sendings.reduce((sum, { wentBack }) => sum + wentBack, 0),
      threshold: { exactly: 0 },
    },
    { name: 'videos', value: ids.length },
    {
      name: 'videos that are not ready',
      value: ended.filter(({ state }) => state !== 'ready').length,
      threshold: { exactly: 0 },
    },
    {
      name: 'videos that did not become ready exactly once',
      value: (await findItemsNotReadyExactlyOnce(ids)).length,
      threshold: { exactly: 0 },
    },
    {
      name: 'longest time from recovery until all work was done',
      value: Math.max(...after),
      unit: 's',
      threshold: { atMost: 60 },
    },
  ]
}

/**
 * Breaks the storage for `seconds` seconds, alternating between these modes. Connections that stopped
 * transferring data never resume, because bytes were lost and the rest of the stream would be corrupt.
 */
async function failStorage(
  line: FlakyProxy,
  modes: readonly FlakyProxy['mode'][],
  seconds: number,
): Promise<void> {
  const turns = modes.length === 1 ? 1 : Math.max(modes.length, Math.floor(seconds / 5))
  for (let turn = 0; turn < turns; turn += 1) {
    line.mode = modes[turn % modes.length]!
    if (line.mode !== 'blackhole') line.cut()
    await pause((seconds * 1000) / turns)
    line.blackholeOpenConnections()
  }
  line.mode = 'pass'
}

/** Simulates a viewer who keeps loading images and playing the video. */
async function playRepeatedly(
  load: SimulatedUserLoad,
  who: HttpTestClient,
  contentId: string,
  pauseMs: number,
  over: AbortSignal,
): Promise<void> {
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  const base = `/media/${playback_id}`
  while (!over.aborted) {
    const master = await load.ask(who, `${base}/master.m3u8`, {})
    const variants = (await master?.text())?.match(/^\d+\/.*m3u8$/gm) ?? []
    await load.ask(who, `${base}/thumbnail`, {})
    for (const variant of variants) {
      await load.ask(who, `${base}/${variant}`, {})
      await load.ask(who, `${base}/${variant.replace('index.m3u8', 'init.mp4')}`, {
        headers: { range: 'bytes=0-99' },
      })
    }
    await pause(pauseMs)
  }
}

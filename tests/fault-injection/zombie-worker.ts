import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { readProcessStat, listProcessTree } from '#tests/support/processes/process-tree.ts'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'
import { listWorkerProcesses } from '#tests/support/cluster/worker-processes.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import {
  clipsToTranscode,
  recordTransitionsToReady,
  expireTranscodeHeartbeat,
  findItemsNotReadyExactlyOnce,
  waitUntilTranscoded,
  readTranscodeStatus,
  uploadClipForTranscoding,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'

export const zombieWorkerFault: InjectedFault = {
  name: 'zombie',
  guarantee:
    'a worker paused until another took over its job: when it wakes, its results are rejected, and it deletes its own files',
  fullRepetitions: 10,
  quickRepetitions: 1,
  run,
}

interface Seen {
  contentId: string
  takenOverAfter: number
  /**
   * How many files and running processes of the paused attempt still existed shortly after the worker
   * resumed.
   */
  files: number
  processes: number
}

/**
 * The number of videos that wait simultaneously until another worker takes them over. A takeover consists
 * mostly of waiting, so several videos wait for their takeover simultaneously.
 */
const side = 6

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite()
  await recordTransitionsToReady()
  await site.setWorkerCount(2)
  const members = await Promise.all([site.signUpMember(), site.signUpMember()])
  const film = await (count === 1 ? clipsToTranscode.short() : clipsToTranscode.middle())
  const ids: string[] = []
  const seen: Seen[] = []
  while (seen.length < count) {
    const some: string[] = []
    const many = count === 1 ? 1 : side
    for (let n = 0; n < many; n += 1) some.push(await uploadClipForTranscoding(members[n % 2]!, film))
    ids.push(...some)
    seen.push(...(await pauseOneWorker(site, some, count === 1)))
  }
  const ended = await waitUntilTranscoded(ids, 60)
  const taken = new Set(seen.map(({ contentId }) => contentId))
  await site.setWorkerCount(1)
  return [
    { name: 'attempts paused, taken over and woken', value: seen.length, threshold: { atLeast: count } },
    {
      name: 'longest time until the takeover',
      value: Math.max(...seen.map(({ takenOverAfter }) => takenOverAfter)),
      unit: 's',
      threshold: { atMost: 45 },
    },
    {
      name: 'videos made ready by the second worker',
      value: ended.filter(
        ({ contentId, state, fence }) => taken.has(contentId) && state === 'ready' && fence === 2,
      ).length,
      threshold: { exactly: seen.length },
    },
    {
      name: 'videos that did not become ready exactly once',
      value: (await findItemsNotReadyExactlyOnce(ids)).length,
      threshold: { exactly: 0 },
    },
    { name: 'files of late attempts', value: sum(seen.map(({ files }) => files)), threshold: { exactly: 0 } },
    {
      name: 'processes of late attempts',
      value: sum(seen.map(({ processes }) => processes)),
      threshold: { exactly: 0 },
    },
  ]
}

/**
 * Pauses the busiest worker (the one that is processing the most of these items), and resumes this worker
 * after other workers have finished the items. Then checks each item.
 */
async function pauseOneWorker(site: MultiProcessTestSite, ids: string[], isShort: boolean): Promise<Seen[]> {
  const first = await waitUntil(async () => {
    const at = await Promise.all(
      [...site.workers].map(async (worker) => ({ worker, ids: await itemsOf(worker) })),
    )
    const [most] = at.toSorted((a, b) => b.ids.length - a.ids.length)
    return most!.ids.some((id) => ids.includes(id)) && most!.worker
  }, 60)
  const at = Date.now()
  const paused = await pauseAll(first)
  const hit = (await itemsOf(first)).filter((id) => ids.includes(id))
  if (isShort) for (const id of hit) await expireTranscodeHeartbeat(id)
  const seconds = new Map<string, number>()
  try {
    await waitUntil(async () => {
      for (const { contentId, fence, startedAt } of await readTranscodeStatus(hit))
        if (fence === 2 && !seconds.has(contentId)) seconds.set(contentId, (startedAt!.getTime() - at) / 1000)
      return seconds.size === hit.length
    }, 90)
    await waitUntilTranscoded(ids, 180)
  } finally {
    for (const pid of paused) sendSignal(pid, 'SIGCONT')
  }
  return Promise.all(
    hit.map(async (id) => ({ ...(await findLeftFiles(site, first, id)), takenOverAfter: seconds.get(id)! })),
  )
}

async function itemsOf(worker: ServerProcess): Promise<string[]> {
  return [...new Set((await listWorkerProcesses(worker)).map(({ contentId }) => contentId))]
}

async function findLeftFiles(site: MultiProcessTestSite, first: ServerProcess, id: string) {
  const work = join(site.dataDir, 'work', `${id}-1`)
  await waitUntil(async () => !(await exists(work)), 20)
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const processes = (await listWorkerProcesses(first)).filter(({ contentId }) => contentId === id).length
  // Renditions that were published before the pause remain playable for viewers who are watching the video.
  const published = await db
    .selectFrom('renditions')
    .select('name')
    .where('content_id', '=', id)
    .where('fence', '=', 1)
    .executeTakeFirst()
  const isLeft = !published && (await exists(join(site.dataDir, 'files/media', playback_id, '1')))
  return { contentId: id, files: isLeft ? 1 : 0, processes }
}

/**
 * Pauses the worker first and its child processes afterwards. If an ffmpeg process were paused first, its
 * worker would notice the pause.
 */
async function pauseAll(worker: ServerProcess): Promise<number[]> {
  process.kill(worker.pid, 'SIGSTOP')
  await waitUntil(async () => (await readProcessStat(worker.pid))?.[0] === 'T')
  const pids = await listProcessTree(worker.pid)
  for (const pid of pids) sendSignal(pid, 'SIGSTOP')
  return pids
}

function sendSignal(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already exited, or was paused just before it exited.
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'
import {
  waitForOrphanedProcessesToExit,
  listWorkerProcesses,
} from '#tests/support/cluster/worker-processes.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import {
  clipsToTranscode,
  recordTransitionsToReady,
  expireTranscodeHeartbeat,
  findItemsNotReadyExactlyOnce,
  waitUntilTranscoded,
  type TranscodeStatus,
  readTranscodeStatus,
  uploadClipForTranscoding,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'

export const workerKillFault: InjectedFault = {
  name: 'kill-worker',
  guarantee:
    'kill -9 of a worker during a transcode: another takes over within 45 s, the video is ready exactly once, and nothing is left behind',
  fullRepetitions: 100,
  quickRepetitions: 1,
  run,
}

/**
 * An interrupted transcoding attempt. The worker that takes over the video gets a fencing token higher than
 * `fence`.
 */
interface Broken {
  contentId: string
  fence: number
  at: number
  takenOverAfter?: number
}

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite()
  await recordTransitionsToReady()
  // Starts new items while others are being taken over. Otherwise, a hundred kills would have to wait for a
  // hundred takeovers, one after another.
  const isShort = count === 1
  const workers = isShort ? 2 : 3
  await site.setWorkerCount(workers)
  const feed = await createUploadFeeder(site, isShort ? 1 : 6)
  const broken: Broken[] = []
  let outlived = 0
  for (let kills = 0; kills < count; kills += 1) {
    const victim = await pickBusyWorker(site, feed)
    await victim.worker.kill()
    const tries = (await readTranscodeStatus(victim.items)).filter(({ state }) => isRunning(state))
    site.workers.delete(victim.worker)
    for (const { contentId, fence } of tries) broken.push({ contentId, fence, at: Date.now() })
    outlived += (await waitForOrphanedProcessesToExit(site.dataDir, site.workers)).length
    if (isShort) for (const { contentId } of tries) await expireTranscodeHeartbeat(contentId)
    else await site.setWorkerCount(workers)
    await checkTakeovers(broken)
  }
  while (broken.some(({ takenOverAfter }) => takenOverAfter === undefined)) {
    await checkTakeovers(broken)
    await pause(100)
    if (broken.some(({ at, takenOverAfter }) => takenOverAfter === undefined && Date.now() - at > 120_000))
      break
  }
  const ended = await waitUntilTranscoded(feed.all, 180)
  printFailure(site, ended)
  const left = await waitForOrphanedProcessesToExit(site.dataDir, site.workers)
  const unlucky = feed.all.filter((id) => broken.filter(({ contentId }) => contentId === id).length > 2)
  const fair = feed.all.filter((id) => !unlucky.includes(id))
  const seconds = broken.map(({ takenOverAfter = Infinity }) => takenOverAfter)
  return [
    { name: 'interrupted attempts', value: broken.length, threshold: { atLeast: count } },
    {
      name: 'longest time until the takeover',
      value: Math.max(...seconds),
      unit: 's',
      threshold: { atMost: 45 },
    },
    { name: 'videos', value: feed.all.length },
    { name: 'videos given up after three killed attempts', value: unlucky.length },
    {
      name: 'other videos that are not ready',
      value: ended.filter(({ state, contentId }) => state !== 'ready' && fair.includes(contentId)).length,
      threshold: { exactly: 0 },
    },
    {
      name: 'other videos that did not become ready exactly once',
      value: (await findItemsNotReadyExactlyOnce(fair)).length,
      threshold: { exactly: 0 },
    },
    { name: 'processes that outlived their worker by 3 s', value: outlived },
    { name: 'processes left behind after all takeovers', value: left.length, threshold: { exactly: 0 } },
  ]
}

/** Prints why an item did not become ready. */
function printFailure({ logs }: MultiProcessTestSite, ended: TranscodeStatus[]): void {
  for (const one of ended.filter(({ state }) => state !== 'ready')) {
    console.log('  not ready:', JSON.stringify(one))
    for (const line of logs.flat().filter((said) => said.includes(one.contentId))) console.log(`    ${line}`)
  }
}

/** Keeps `backlog` items in progress. */
async function createUploadFeeder(site: MultiProcessTestSite, backlog: number) {
  const film = await clipsToTranscode.middle()
  const members = await Promise.all([site.signUpMember(), site.signUpMember()])
  const all: string[] = []
  const fill = async () => {
    const waiting = (await readTranscodeStatus(all)).filter(({ state }) => isRunning(state))
    for (let n = waiting.length; n < backlog; n += 1)
      all.push(await uploadClipForTranscoding(members[n % 2]!, film))
  }
  return { all, fill }
}

/**
 * Picks a busy worker at a random moment. If possible, does not pick a worker that is making a video's third
 * transcoding attempt. After three killed attempts, the product treats the video as the cause of the kills.
 */
async function pickBusyWorker(
  site: MultiProcessTestSite,
  feed: Awaited<ReturnType<typeof createUploadFeeder>>,
) {
  await feed.fill()
  await pause(Math.random() * 1500)
  for (;;) {
    for (const worker of shuffled([...site.workers])) {
      const items = [...new Set((await listWorkerProcesses(worker)).map(({ contentId }) => contentId))]
      const isLast = (await readTranscodeStatus(feed.all)).some(
        ({ state, tries }) => isRunning(state) && tries > 2,
      )
      if (items.length > 0 && !isLast) return { worker, items }
    }
    await feed.fill()
    await pause(Math.random() * 50)
  }
}

function isRunning(state: string): boolean {
  return ['received', 'probed', 'encoding'].includes(state)
}

async function checkTakeovers(broken: Broken[]): Promise<void> {
  const open = broken.filter(({ takenOverAfter }) => takenOverAfter === undefined)
  const now = await readTranscodeStatus(open.map(({ contentId }) => contentId))
  for (const one of open) {
    const row = now.find(({ contentId }) => contentId === one.contentId)
    // If the video became ready with the fencing token of this attempt, the attempt was not interrupted.
    if (row?.fence === one.fence && row.state === 'ready') broken.splice(broken.indexOf(one), 1)
    if (row && row.fence > one.fence)
      one.takenOverAfter = Math.max(0, (row.startedAt?.getTime() ?? Date.now()) - one.at) / 1000
  }
}

function shuffled(workers: ServerProcess[]): ServerProcess[] {
  return workers.toSorted(() => Math.random() - 0.5)
}

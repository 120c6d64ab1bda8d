import { setTimeout as pause } from 'node:timers/promises'
import { listNotifications } from '#contract/notifications.ts'
import { getProcessingStatus, retryProcessing } from '#contract/content/uploads.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { readProcessStat } from '#tests/support/processes/process-tree.ts'
import { listWorkerProcesses } from '#tests/support/cluster/worker-processes.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import {
  clipsToTranscode,
  waitUntilTranscoded,
  readTranscodeStatus,
  uploadClipForTranscoding,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'

export const ffmpegKillFault: InjectedFault = {
  name: 'kill-ffmpeg',
  guarantee: 'ffmpeg killed each time: after three attempts the owner reads why and can retry',
  fullRepetitions: 10,
  quickRepetitions: 0,
  run: (count) => signalThreeTimes(count, 'SIGKILL'),
}

export const ffmpegFreezeFault: InjectedFault = {
  name: 'freeze-ffmpeg',
  guarantee:
    'ffmpeg frozen: it is ended after 60 s without progress, and after three attempts the owner reads why and can retry',
  fullRepetitions: 3,
  quickRepetitions: 0,
  run: (count) => signalThreeTimes(count, 'SIGSTOP'),
}

/**
 * Uploads `count` videos in parallel. Sends the signal to every ffmpeg process of these videos until their
 * transcoding fails permanently.
 */
async function signalThreeTimes(count: number, signal: 'SIGKILL' | 'SIGSTOP'): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite()
  await site.setWorkerCount(1)
  const member = await site.signUpMember()
  const film = await clipsToTranscode.middle()
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push(await uploadClipForTranscoding(member, film))
  const endedAfter = (await Promise.all(ids.map((id) => signalUntilGivenUp(site, id, signal)))).flat()
  const failed = await waitUntilTranscoded(ids, 60)
  const said = await Promise.all(
    failed.map(({ streamId }) => member.call(getProcessingStatus, { params: { streamId } })),
  )
  const { items } = await member.call(listNotifications, { query: {} })
  const told = ids.filter((id) => items.some((one) => JSON.stringify(one).includes(id)))
  for (const { streamId } of failed) await member.call(retryProcessing, { params: { streamId } })
  const ended = await waitUntilTranscoded(ids, 120)
  return [
    { name: 'signals sent to ffmpeg', value: endedAfter.length, threshold: { exactly: count * 3 } },
    {
      name: 'longest time until ffmpeg ended',
      value: Math.max(...endedAfter),
      unit: 's',
      threshold: { atMost: signal === 'SIGSTOP' ? 65 : 5 },
    },
    {
      name: 'highest number of attempts',
      value: Math.max(...failed.map(({ tries }) => tries)),
      threshold: { exactly: 3 },
    },
    {
      name: 'videos whose owner reads why',
      value: said.filter(({ error }) => error?.title && error.detail).length,
      threshold: { exactly: count },
    },
    { name: 'videos whose owner is notified', value: told.length, threshold: { exactly: count } },
    {
      name: 'videos ready after the owner retried',
      value: ended.filter(({ state }) => state === 'ready').length,
      threshold: { exactly: count },
    },
  ]
}

/** Returns how many seconds each signaled process took to end. */
async function signalUntilGivenUp(
  site: MultiProcessTestSite,
  id: string,
  signal: 'SIGKILL' | 'SIGSTOP',
): Promise<number[]> {
  const seconds: number[] = []
  for (let last = 0; ;) {
    const [row] = await readTranscodeStatus([id])
    if (row!.state === 'failed' || row!.state === 'ready') return seconds
    if (row!.fence > last && row!.state !== 'received') {
      seconds.push(await signalFfmpeg(site, id, signal))
      last = row!.fence
    }
    await pause(50)
  }
}

/** Signals the ffmpeg process that encodes an item's renditions, and waits until the process is gone. */
async function signalFfmpeg(
  site: MultiProcessTestSite,
  id: string,
  signal: 'SIGKILL' | 'SIGSTOP',
): Promise<number> {
  const pids = await waitUntil(async () => {
    const [worker] = site.workers
    const found = (await listWorkerProcesses(worker!)).filter(
      ({ contentId, command }) => contentId === id && /^ffmpeg .*\.m3u8/.test(command),
    )
    return found.length > 0 && found.map(({ pid }) => pid)
  }, 90)
  const at = performance.now()
  for (const pid of pids) process.kill(pid, signal)
  await waitUntil(
    async () => (await Promise.all(pids.map(readProcessStat))).every((stat) => !stat || stat[0] === 'Z'),
    90,
  )
  return (performance.now() - at) / 1000
}

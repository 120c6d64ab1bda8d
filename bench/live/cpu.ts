import { setTimeout as pause } from 'node:timers/promises'
import {
  startSharedMultiProcessTestSite,
  stopSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'
import { measureCpuSecondsSince, readCpuSecondsByPid } from '../api/cpu-time.ts'
import { createCameraLikeSource } from './camera-like-source.ts'
import type { LiveBar } from './live-bar.ts'

const source = { container: 'matroska', size: '1280x720', seconds: 30 } as const
const startSeconds = 5
const windowSeconds = 2

/**
 * Measures the CPU time of the worker with its ffmpeg, and of the web process, while they handle one broadcast of
 * 2.5 Mbit/s with one viewer.
 */
export async function benchCpu(): Promise<LiveBar[]> {
  const bytes = await createCameraLikeSource(source)
  const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
  try {
    await site.setWorkerCount(1)
    const broadcast = await RunningBroadcast.start(site, bytes, source)
    await broadcast.waitForSecond(startSeconds)
    const [worker] = site.workers
    const measured = { worker: [] as number[], web: [] as number[] }
    for (let second = startSeconds; second + windowSeconds < source.seconds; second += windowSeconds) {
      const [inWorker, inWeb] = await Promise.all([measureCores(worker!.pid), measureCores(site.web.pid)])
      measured.worker.push(inWorker)
      measured.web.push(inWeb)
    }
    await broadcast.stopSending()
    return [
      {
        name: 'CPU of a broadcast: worker with ffmpeg',
        unit: 'cores',
        values: measured.worker,
        max: 0.5,
        judge: 'p95',
        note: `copied source of ${source.size}, 30 fps, 2.5 Mbit/s, in windows of ${windowSeconds} s`,
      },
      { name: 'CPU of a broadcast: web process, one viewer', unit: 'cores', values: measured.web },
    ]
  } finally {
    await stopSharedMultiProcessTestSite()
  }
}

/** Returns how many cores a process and its descendants use on average during a window. */
async function measureCores(pid: number): Promise<number> {
  const startedAt = performance.now()
  const before = await readCpuSecondsByPid(await listProcessTree(pid))
  await pause(windowSeconds * 1000)
  const now = await readCpuSecondsByPid(await listProcessTree(pid))
  return measureCpuSecondsSince(before, now) / ((performance.now() - startedAt) / 1000)
}

import { setTimeout as pause } from 'node:timers/promises'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'
import { readCpuSecondsByPid } from '../api/cpu-time.ts'

/** What an encode has cost, in seconds of processor time and of wall-clock time. */
export interface Cost {
  cpu: number
  wall: number
}

const sampleMs = 50

/**
 * Measures and prints the processor time of all processes that `work` starts. The sandbox does not report the processor
 * time of ffmpeg when it ends, so it is read several times a second while ffmpeg is running.
 */
export async function measureCost(what: string, work: () => Promise<unknown>): Promise<Cost> {
  const seconds = new Map<number, number>()
  const ended = new AbortController()
  const sampling = sample(seconds, ended.signal)
  const startedAt = performance.now()
  try {
    await work()
  } finally {
    ended.abort()
    await sampling
  }
  const cpu = [...seconds.values()].reduce((sum, each) => sum + each, 0)
  const wall = (performance.now() - startedAt) / 1000
  console.log(`  ${what}: ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of processor time`)
  return { cpu, wall }
}

async function sample(seconds: Map<number, number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pids = (await listProcessTree(process.pid)).filter((pid) => pid !== process.pid)
    for (const [pid, used] of await readCpuSecondsByPid(pids))
      seconds.set(pid, Math.max(used, seconds.get(pid) ?? 0))
    await pause(sampleMs, undefined, { signal }).catch(() => {})
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
  stopSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { listFfmpegProcesses, readResidentMegabytes } from '#tests/support/processes/process-tree.ts'
import { median } from '#tests/support/measurements/statistics.ts'
import type { LiveBar } from './live-bar.ts'

const fps = 15
const names = ['web', 'worker', 'ffmpeg'] as const
type ProcessName = (typeof names)[number]

/**
 * Sends one broadcast to a web process and a worker process. Measures the memory of these processes, and checks
 * that every frame is in the result exactly once.
 *
 * The server rejects a source whose timestamps are too far ahead of the clock, so only a short broadcast can be
 * sent faster than real time (`speed`).
 */
export async function benchLongBroadcast(hours: number, speed: number): Promise<LiveBar[]> {
  const seconds = Math.round(3600 * hours)
  const source = await createNumberedSource({ seconds, fps, size: '320x192' })
  const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
  try {
    await site.setWorkerCount(1)
    const broadcast = await RunningBroadcast.start(site, source, { seconds, fps, speed })
    const samples: Record<ProcessName, number>[] = []
    while (broadcast.acknowledged < 4 * seconds) {
      await pause(2000)
      if (broadcast.unexpected.size > 0)
        throw new Error(`rejected: ${[...broadcast.unexpected.keys()].join(', ')}`)
      samples.push(await readMemory(site))
    }
    const minutes = `${(seconds / 60).toFixed(1)} minutes`
    const note = hours < 2 ? `measured in ${minutes}, not in 2 hours` : `measured in ${minutes}`
    const memoryBars = names.map((name) => toMemoryBar(name, samples, note))
    // Printed now, so that two hours are not lost if the frames cannot be read.
    for (const bar of memoryBars) console.log(`  ${bar.name}: ${bar.values[0]!.toFixed(2)} (${bar.note})`)
    const wrongFrames = await broadcast.finish()
    return [
      ...memoryBars,
      { name: 'long run: lost or misplaced frames', unit: '', values: [wrongFrames], max: 0, note },
    ]
  } finally {
    await stopSharedMultiProcessTestSite()
  }
}

/** Compares the memory at the end with the memory between 20% and 40% of the time. */
function toMemoryBar(name: ProcessName, samples: Record<ProcessName, number>[], note: string): LiveBar {
  const values = samples.map((one) => one[name])
  const medianOf = (from: number, to: number) =>
    median(values.slice(Math.floor(from * values.length), Math.ceil(to * values.length)))
  const [early, late] = [medianOf(0.2, 0.4), medianOf(0.8, 1)]
  return {
    name: `long run: memory of ${name}, late ÷ early`,
    unit: '×',
    values: [late / early],
    max: 1.25,
    note: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB; ${note}`,
  }
}

/** Returns the resident memory of the web process, of the worker, and of the worker's ffmpeg. */
async function readMemory({ web, workers }: MultiProcessTestSite): Promise<Record<ProcessName, number>> {
  const [worker] = workers
  const [ffmpeg] = await listFfmpegProcesses(worker!.pid)
  return {
    web: await readResidentMegabytes(web.pid),
    worker: await readResidentMegabytes(worker!.pid),
    ffmpeg: ffmpeg === undefined ? 0 : await readResidentMegabytes(ffmpeg),
  }
}

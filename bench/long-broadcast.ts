/*
 * `npm run bench:live-long` sends a broadcast of two hours in real time to a web process and a worker process.
 * It measures the memory of these processes, and checks that every frame is in the result exactly once.
 * `--hours 0.05 --speed 15` sends a shorter broadcast faster than real time. The server rejects a source whose
 * timestamps are too far ahead of the clock, so a long broadcast cannot be sent faster.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
  stopSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { listFfmpegProcesses, readResidentMegabytes } from '#tests/support/processes/process-tree.ts'
import { printMetrics } from './bench-metrics.ts'
import { printMachineInfo } from './machine-info.ts'
import { median } from '#tests/support/measurements/statistics.ts'

const { values: asked } = parseArgs({
  options: { hours: { type: 'string', default: '2' }, speed: { type: 'string', default: '1' } },
})
const seconds = Math.round(3600 * Number(asked.hours))
const speed = Number(asked.speed)
const fps = 15

printMachineInfo(`, ${seconds} s at ${speed} × real time`)
const source = await createNumberedSource({ seconds, fps, size: '320x192' })
const site = await startSharedMultiProcessTestSite({ env: { LIVE: 'on' } })
await site.setWorkerCount(1)
const broadcast = await RunningBroadcast.start(site, source, { seconds, fps, speed })
const samples: { web: number; worker: number; ffmpeg: number }[] = []
const startedAt = Date.now()
while (broadcast.acknowledged < 4 * seconds) {
  await pause(2000)
  if (broadcast.unexpected.size > 0)
    throw new Error(`rejected: ${[...broadcast.unexpected.keys()].join(', ')}`)
  samples.push(await readMemory(site))
}
const sentAfter = (Date.now() - startedAt) / 1000
const parts = await broadcast.readPartTimes()
const wrongFrames = await broadcast.finish()
const doneAfter = (Date.now() - startedAt) / 1000
const early = averageOf(0.2, 0.4)
const late = averageOf(0.8, 1)
const missed = printMetrics([
  { name: 'time until everything was sent', value: sentAfter, unit: 's' },
  { name: 'time until everything was packaged and read', value: doneAfter, unit: 's' },
  { name: 'parts when everything was sent', value: parts.length, unit: '' },
  { name: 'missing or misplaced frames in both renditions', value: wrongFrames, unit: '', max: 0 },
  { name: 'unexpected responses', value: broadcast.unexpected.size, unit: '', max: 0 },
  ...(['web', 'worker', 'ffmpeg'] as const).flatMap((name) => [
    { name: `memory of ${name}, from 20% to 40% of the time`, value: early[name], unit: 'MB' as const },
    { name: `memory of ${name}, after 80% of the time`, value: late[name], unit: 'MB' as const },
    {
      name: `memory of ${name}, late compared with early`,
      value: late[name] / early[name],
      unit: '×' as const,
      max: 1.25,
    },
  ]),
])
await stopSharedMultiProcessTestSite()
process.exit(missed === 0 ? 0 : 1)

function averageOf(from: number, to: number) {
  const some = samples.slice(Math.floor(from * samples.length), Math.ceil(to * samples.length))
  const read = (name: 'web' | 'worker' | 'ffmpeg') => median(some.map((one) => one[name]))
  return { web: read('web'), worker: read('worker'), ffmpeg: read('ffmpeg') }
}

/** Returns the resident memory of the web process, of the worker, and of the worker's ffmpeg. */
async function readMemory({ web, workers }: MultiProcessTestSite) {
  const [worker] = workers
  const [ffmpeg] = await listFfmpegProcesses(worker!.pid)
  return {
    web: await readResidentMegabytes(web.pid),
    worker: await readResidentMegabytes(worker!.pid),
    ffmpeg: ffmpeg === undefined ? 0 : await readResidentMegabytes(ffmpeg),
  }
}

/*
 * `npm run bench:live-packager` packages a generated broadcast in real time, and measures the CPU time, the memory and
 * the latency of the packager. `--seconds 120` sets the length, `--size 1920x1080` the picture size, and
 * `--container flv` sends FLV with reordered frames, as OBS does. `--interval 250` sends the frames of 250 ms
 * at once, as browsers do.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { timelineOffsetSeconds } from '#media/live/live-ffmpeg-command.ts'
import { packageLiveSource } from '#media/live/package-live-source.ts'
import { FlvReader } from '#media/live/source/flv-reader.ts'
import { MatroskaReader } from '#media/live/source/matroska-reader.ts'
import {
  listFfmpegProcesses,
  readProcessStat,
  readResidentMegabytes,
} from '#tests/support/processes/process-tree.ts'
import { printMetrics } from '../bench-metrics.ts'
import { printMachineInfo } from '../machine-info.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'
import { createCameraLikeSource } from './camera-like-source.ts'

const { values: asked } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    container: { type: 'string', default: 'matroska' },
    size: { type: 'string', default: '1280x720' },
    // How many milliseconds of video are sent at once.
    interval: { type: 'string', default: '0' },
  },
})
const seconds = Number(asked.seconds)
const container = asked.container === 'flv' ? 'flv' : 'matroska'
const bytes = await createCameraLikeSource({ container, size: asked.size, seconds })

printMachineInfo(
  `, ${container}, ${asked.size}, ${seconds} s, ${((bytes.length * 8) / seconds / 1e6).toFixed(1)} Mbit/s`,
)
/**
 * For each time on the source's timeline (`time`, in seconds), when everything up to that time had been sent
 * (`at`).
 */
const sent: { time: number; at: number }[] = []
const latencies = { source: [] as number[], low: [] as number[] }
const memory: { ffmpeg: number; node: number }[] = []
const cpuAtStart = process.cpuUsage()
const started = performance.now()
let ffmpegSeconds = 0
const sampling = setInterval(() => void sample(), 1000)

for await (const event of packageLiveSource({ container, source: sendInRealTime() })) {
  if (event.type !== 'part') continue
  const end = event.startTime + event.duration - timelineOffsetSeconds
  const frame = sent.find(({ time }) => time >= end)
  if (frame) latencies[event.rendition].push(performance.now() - frame.at)
}
clearInterval(sampling)
const elapsed = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(cpuAtStart)
const [early, late] = [memory[Math.floor(memory.length / 4)]!, memory.at(-1)!]
const missed = printMetrics([
  { name: 'ffmpeg: CPU', value: ffmpegSeconds / elapsed, unit: 'cores', max: 0.5 },
  { name: 'packager: CPU', value: (user + system) / 1e6 / elapsed, unit: 'cores', max: 0.1 },
  {
    name: 'last frame received → part made (source, p50)',
    value: quantile(latencies.source, 0.5),
    unit: 'ms',
    max: 300,
  },
  {
    name: 'last frame received → part made (source, p95)',
    value: quantile(latencies.source, 0.95),
    unit: 'ms',
    max: 400,
  },
  {
    name: 'last frame received → part made (low, p95)',
    value: quantile(latencies.low, 0.95),
    unit: 'ms',
    max: 400,
  },
  { name: 'ffmpeg: memory after a quarter', value: early.ffmpeg, unit: 'MB', max: 150 },
  { name: 'ffmpeg: memory at the end', value: late.ffmpeg, unit: 'MB', max: 150 },
  { name: 'Node.js: memory after a quarter', value: early.node, unit: 'MB', max: 300 },
  { name: 'Node.js: memory at the end', value: late.node, unit: 'MB', max: 300 },
])
process.exit(missed === 0 ? 0 : 1)

async function* sendInRealTime(): AsyncGenerator<Buffer> {
  const reader = container === 'flv' ? new FlvReader() : new MatroskaReader()
  const begin = performance.now()
  const interval = Number(asked.interval)
  let waiting: Buffer[] = []
  let from = 0
  for (let at = 0; at < bytes.length; at += 1000) {
    const chunk = bytes.subarray(at, at + 1000)
    waiting.push(chunk)
    for (const { time, kind } of reader.read(chunk)) {
      if (kind !== 'video') continue
      if (time * 1000 - from >= interval) {
        from = time * 1000
        yield Buffer.concat(waiting)
        waiting = []
      }
      await pause(Math.max(0, begin + time * 1000 - performance.now()))
      sent.push({ time, at: performance.now() })
    }
  }
  yield Buffer.concat(waiting)
}

async function sample() {
  for (const pid of await listFfmpegProcesses(process.pid)) {
    const stat = await readProcessStat(pid)
    if (!stat) continue
    ffmpegSeconds = (Number(stat[11]) + Number(stat[12])) / 100
    memory.push({
      ffmpeg: await readResidentMegabytes(pid),
      node: process.memoryUsage.rss() / 1024 ** 2,
    })
  }
}

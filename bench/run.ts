/*
 * `npm run bench` runs the main benchmarks and compares the results with thresholds. With `--runs 3`, the
 * benchmark reports the medians of three runs. `--only start`, `--only pipeline` or `--only together` runs
 * one part of the benchmark, and `--clip path` uses another video. `--clips folder` measures every video in a
 * folder, and `--seconds 20` limits each video to 20 seconds. `--workers 2` uses two worker processes for
 * concurrent uploads. Absolute times drift on a shared machine, so compare the ratios and check the printed
 * load.
 */
import { parseArgs } from 'node:util'
import {
  computeClipMetrics,
  printPipelineComparison,
  printPipelineComparisonHeader,
} from './ffmpeg-comparison.ts'
import { printMachineInfo } from './machine-info.ts'
import { summarizeMemory } from './startup/idle-memory.ts'
import * as pipeline from './processing-pipeline.ts'
import { withBenchServers } from './bench-servers.ts'
import { loadSourceClips, makeSourceClips, makeLongAndShortClips } from './source-clips.ts'
import * as start from './startup/startup.ts'
import { printMetrics } from './bench-metrics.ts'
import { benchConcurrentUploads, toConcurrentUploadMetrics } from './concurrent-uploads.ts'

const { values: asked } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    only: { type: 'string' },
    clip: { type: 'string' },
    clips: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    workers: { type: 'string', default: '1' },
  },
})
const runs = Math.max(1, Number(asked.runs) || 1)
const counted = `, ${runs} ${runs === 1 ? 'run' : 'runs'}`
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

printMachineInfo(counted)
const missed =
  (isSelected('start') ? await benchStart() : 0) +
  (isSelected('pipeline') ? await (asked.clips ? benchClips(asked.clips) : benchPipeline()) : 0) +
  (isSelected('together') && !asked.clips ? await benchTogether() : 0)
printMachineInfo(counted)
console.log(missed === 0 ? 'all thresholds met' : `${missed} thresholds missed`)
process.exit(missed === 0 ? 0 : 1)

function isSelected(part: string): boolean {
  return asked.only === undefined || asked.only === part
}

async function benchStart(): Promise<number> {
  let over = 0
  for (const [by, name] of [
    ['node', 'server/main.ts'],
    ['npm', 'npm start'],
  ] as const) {
    const started = await start.benchStartup(by, runs)
    over += printMetrics(start.toStartupMetrics(name, started))
    for (const { name: kind, megabytes } of summarizeMemory(started.at(-1)!.held))
      console.log(`    ${kind.padEnd(20)} ${megabytes.toFixed(1).padStart(6)} MB`)
  }
  return over
}

async function benchPipeline(): Promise<number> {
  return withBenchServers(1, async (newcomer, folder) => {
    let over = 0
    for (const bench of await makeSourceClips(folder, asked.clip)) {
      const pairs = await pipeline.comparePipelineWithPlainFfmpeg(await newcomer(), bench, runs)
      over += printMetrics(pipeline.toPipelineComparisonMetrics(bench, pairs))
    }
    return over
  })
}

async function benchClips(given: string): Promise<number> {
  return withBenchServers(1, async (newcomer, folder) => {
    const benches = await loadSourceClips(given, folder, Number(asked.seconds))
    if (benches.length === 0) throw new Error(`no videos in ${given}`)
    printPipelineComparisonHeader()
    const measured = []
    for (const bench of benches) {
      const pairs = await pipeline.comparePipelineWithPlainFfmpeg(await newcomer(), bench, runs)
      measured.push({ bench, pairs })
      printPipelineComparison(bench, pairs)
    }
    return printMetrics(computeClipMetrics(measured))
  })
}

async function benchTogether(): Promise<number> {
  const workers = Math.max(1, Number(asked.workers) || 1)
  return withBenchServers(workers, async (newcomer, folder) => {
    const [long, brief] = await makeLongAndShortClips(folder, asked.clip)
    const rounds = await benchConcurrentUploads(newcomer, long, brief, runs)
    return printMetrics(
      toConcurrentUploadMetrics(workers === 1 ? 'one worker' : `${workers} workers`, rounds),
    )
  })
}

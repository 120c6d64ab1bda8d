/*
 * The figures that must hold, each beside its bar: `npm run bench`. `--runs 3` gives medians, `--only start`, `pipeline` or `together`
 * one part, `--clip path` another film, `--clips folder` every film of a folder instead (`--seconds 20` of each), `--workers 2` two
 * processes at work on what is sent together. Absolute times of a shared machine drift: read the ratios, and the load above them.
 */
import { parseArgs } from 'node:util'
import { clipFigures, clipsOf, printClip, printHead } from './clips.ts'
import { tellMachine } from './machine.ts'
import { summary } from './memory.ts'
import * as pipeline from './pipeline.ts'
import { scene } from './scene.ts'
import { sources, unequal } from './sources.ts'
import * as start from './start.ts'
import { print } from './table.ts'
import { together, togetherFigures } from './together.ts'

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

tellMachine(counted)
const missed =
  (wants('start') ? await benchStart() : 0) +
  (wants('pipeline') ? await (asked.clips ? benchClips(asked.clips) : benchPipeline()) : 0) +
  (wants('together') && !asked.clips ? await benchTogether() : 0)
tellMachine(counted)
console.log(missed === 0 ? 'every bar holds' : `${missed} over the bar`)
process.exit(missed === 0 ? 0 : 1)

function wants(part: string): boolean {
  return asked.only === undefined || asked.only === part
}

async function benchStart(): Promise<number> {
  let over = 0
  for (const [by, name] of [
    ['node', 'server/main.ts'],
    ['npm', 'npm start'],
  ] as const) {
    const started = await start.restart(by, runs)
    over += print(start.figuresOf(name, started))
    for (const { name: kind, megabytes } of summary(started.at(-1)!.held))
      console.log(`    ${kind.padEnd(20)} ${megabytes.toFixed(1).padStart(6)} MB`)
  }
  return over
}

async function benchPipeline(): Promise<number> {
  return scene(1, async (newcomer, folder) => {
    let over = 0
    for (const bench of await sources(folder, asked.clip)) {
      const pairs = await pipeline.runPairs(await newcomer(), bench, runs)
      over += print(pipeline.figuresOf(bench, pairs))
    }
    return over
  })
}

async function benchClips(given: string): Promise<number> {
  return scene(1, async (newcomer, folder) => {
    const benches = await clipsOf(given, folder, Number(asked.seconds))
    if (benches.length === 0) throw new Error(`no films in ${given}`)
    printHead()
    const measured = []
    for (const bench of benches) {
      const pairs = await pipeline.runPairs(await newcomer(), bench, runs)
      measured.push({ bench, pairs })
      printClip(bench, pairs)
    }
    return print(clipFigures(measured))
  })
}

async function benchTogether(): Promise<number> {
  const workers = Math.max(1, Number(asked.workers) || 1)
  return scene(workers, async (newcomer, folder) => {
    const [long, brief] = await unequal(folder, asked.clip)
    const rounds = await together(newcomer, long, brief, runs)
    return print(togetherFigures(workers === 1 ? 'one worker' : `${workers} workers`, rounds))
  })
}

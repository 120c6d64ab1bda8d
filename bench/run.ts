/*
 * The figures that must hold, each beside its bar: `npm run bench`. `--runs 3` gives medians, `--only pipeline` or `--only start`
 * one half, `--clip path` another film. Absolute times of a shared machine drift: read the ratios, and the load above them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { joined } from '#tests/media/member.ts'
import { freshDataDir, startServer } from '#tests/support/server.ts'
import { tellMachine } from './machine.ts'
import { summary } from './memory.ts'
import * as pipeline from './pipeline.ts'
import { sources } from './sources.ts'
import * as start from './start.ts'
import { print } from './table.ts'

const { values: asked } = parseArgs({
  options: { runs: { type: 'string', default: '1' }, only: { type: 'string' }, clip: { type: 'string' } },
})
const runs = Math.max(1, Number(asked.runs) || 1)
const counted = `, ${runs} ${runs === 1 ? 'run' : 'runs'}`
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

tellMachine(counted)
const missed =
  (asked.only === 'pipeline' ? 0 : await benchStart()) + (asked.only === 'start' ? 0 : await benchPipeline())
tellMachine(counted)
console.log(missed === 0 ? 'every bar holds' : `${missed} over the bar`)
process.exit(missed === 0 ? 0 : 1)

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
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-bench-'))
  const dataDir = await freshDataDir()
  const server = await startServer({ dataDir, env: { PACE: '0' } })
  try {
    const member = await joined(server.url, 'ada')
    let over = 0
    for (const bench of await sources(folder, asked.clip)) {
      const pairs = await pipeline.runPairs(member, bench, runs)
      over += print(pipeline.figuresOf(bench, pairs))
    }
    return over
  } finally {
    await server.stop()
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { standBack } from '#media/autogroup.ts'
import { plainLadderCommand } from '#media/plain.ts'
import type { Visitor } from '#tests/media/member.ts'
import { type Fate, upload } from '#tests/media/upload.ts'
import type { Bench } from './sources.ts'
import { type Figure, median } from './table.ts'

/** One upload of ours and one plain run of the same ladder, right after each other. Seconds. */
export interface Pair {
  probed: number
  first: number
  ladder: number
  done: number
  plain: number
}

/** Ours, then the plain command, alternating: on a shared machine only pairs can be compared. */
export async function runPairs(member: Visitor, bench: Bench, runs: number): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let nth = 0; nth < runs; nth++) {
    const ours = await timeOurs(member, bench)
    pairs.push({ ...ours, plain: await timePlain(bench) })
  }
  return pairs
}

async function timeOurs(member: Visitor, { path, name }: Bench): Promise<Omit<Pair, 'plain'>> {
  const fileName = path.split('/').at(-1)!
  const fate = await upload(member, { path, fileName, title: `Bench, ${name}`, by: 'tus' })
  return { ...whole(fate), done: fate.doneAfter }
}

function whole({ stream, probedAfter, firstAfter, ladderAfter }: Fate) {
  if (stream.state !== 'ready' || probedAfter === null || firstAfter === null || ladderAfter === null)
    throw new Error(`the upload ended as ${stream.state}: ${stream.error?.detail}`)
  return { probed: probedAfter, first: firstAfter, ladder: ladderAfter }
}

/** As polite to the machine as a ladder is (`nice -n 10`, its session too), or one of them would win by manners alone. */
async function timePlain({ path, source }: Bench): Promise<number> {
  const out = await mkdtemp(join(tmpdir(), 'afterbell-plain-'))
  const startedAt = performance.now()
  const words = ['-n', '10', ...plainLadderCommand(source, path, out)]
  const child = spawn('nice', words, { stdio: 'inherit', detached: true })
  if (child.pid) void standBack(child.pid, 10)
  const endToo = () => child.kill('SIGKILL')
  process.once('exit', endToo)
  const [code] = await once(child, 'close')
  process.off('exit', endToo)
  const seconds = (performance.now() - startedAt) / 1000
  await rm(out, { recursive: true, force: true })
  if (code !== 0) throw new Error(`the plain command ended with code ${code}`)
  return seconds
}

/** Medians; ratios are taken within each pair. */
export function figuresOf({ name, source }: Bench, pairs: readonly Pair[]): Figure[] {
  const of = (value: (pair: Pair) => number) => median(pairs.map(value))
  const first: Figure = source.remuxable
    ? { what: `${name}: upload end → first playable`, value: of((pair) => pair.first), unit: 's', bar: 3 }
    : { what: `${name}: upload end → first playable`, value: of((pair) => pair.first), unit: 's' }
  const ratio: Figure = {
    what: `${name}: first playable ÷ plain ladder`,
    value: of((pair) => pair.first / pair.plain),
    unit: '×',
    ...(!source.remuxable && { bar: 0.25 }),
  }
  return [
    { what: `${name}: upload end → probed`, value: of((pair) => pair.probed), unit: 's' },
    first,
    { what: `${name}: upload end → whole ladder`, value: of((pair) => pair.ladder), unit: 's' },
    { what: `${name}: upload end → storyboard and loudness too`, value: of((pair) => pair.done), unit: 's' },
    { what: `${name}: one plain ffmpeg run of the ladder`, value: of((pair) => pair.plain), unit: 's' },
    ratio,
    {
      what: `${name}: whole ladder ÷ plain ladder`,
      value: of((pair) => pair.ladder / pair.plain),
      unit: '×',
      bar: 1.1,
    },
  ]
}

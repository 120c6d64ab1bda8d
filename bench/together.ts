import { setTimeout as pause } from 'node:timers/promises'
import type { Visitor } from '#tests/media/member.ts'
import { type Fate, upload } from '#tests/media/upload.ts'
import type { Newcomer } from './scene.ts'
import type { Bench } from './sources.ts'
import { type Figure, median } from './table.ts'

/** Seconds of one round: a short film alone, the same while a long one is made, and two long ones at once. */
export interface Round {
  alone: { first: number; ladder: number }
  beside: { first: number; ladder: number }
  /** When each of two equal films was whole, the earlier first, since both were sent. */
  equal: [number, number]
  /** The long one by itself, and with the short one beside it. */
  long: { alone: number; beside: number }
}

/** How films share a machine. Each round measures both sides, so that what drifts drifts for both. */
export async function together(
  newcomer: Newcomer,
  long: Bench,
  brief: Bench,
  runs: number,
): Promise<Round[]> {
  const rounds: Round[] = []
  for (let nth = 0; nth < runs; nth++) {
    const member = await newcomer()
    const alone = whole(await send(member, brief))
    const longAlone = whole(await send(member, long)).ladder
    const playable = Promise.withResolvers<void>()
    const making = send(member, long, playable.resolve)
    await Promise.race([playable.promise, making])
    await pause(2000) // now its ladder is under way, and its pictures are made
    const beside = whole(await send(member, brief))
    const longBeside = whole(await making).ladder
    const [one, other] = await Promise.all([send(member, long), send(member, long)])
    const ends = [whole(one).ladder, whole(other).ladder].toSorted((a, b) => a - b)
    rounds.push({
      alone,
      beside,
      equal: [ends[0]!, ends[1]!],
      long: { alone: longAlone, beside: longBeside },
    })
  }
  return rounds
}

function send(member: Visitor, { path, name }: Bench, onPlayable = () => {}): Promise<Fate> {
  const fileName = path.split('/').at(-1)!
  return upload(member, { path, fileName, title: `Bench, ${name}`, by: 'tus', onPlayable })
}

function whole({ stream, firstAfter, ladderAfter }: Fate) {
  if (stream.state !== 'ready' || firstAfter === null || ladderAfter === null)
    throw new Error(`the upload ended as ${stream.state}: ${stream.error?.detail}`)
  return { first: firstAfter, ladder: ladderAfter }
}

/** Medians; ratios are taken within each round. */
export function togetherFigures(where: string, rounds: readonly Round[]): Figure[] {
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  const figure = (what: string, value: (round: Round) => number, unit: 's' | '×', bar?: number): Figure => ({
    what: `${where}: ${what}`,
    value: of(value),
    unit,
    ...(bar !== undefined && { bar }),
  })
  return [
    figure('short, alone: first playable', ({ alone }) => alone.first, 's'),
    figure('short, while a long one is made: first playable', ({ beside }) => beside.first, 's'),
    figure(
      'short: first playable beside ÷ alone',
      ({ alone, beside }) => beside.first / alone.first,
      '×',
      2.5,
    ),
    figure('short, while a long one is made: whole ladder', ({ beside }) => beside.ladder, 's'),
    figure('long, alone: whole ladder', ({ long }) => long.alone, 's'),
    figure('long, with the short one: whole ladder', ({ long }) => long.beside, 's'),
    figure('two equal: the later whole', ({ equal }) => equal[1], 's'),
    figure('two equal: later ÷ earlier', ({ equal }) => equal[1] / equal[0], '×'),
    figure('two equal: later ÷ twice alone', ({ equal, long }) => equal[1] / (2 * long.alone), '×', 1.2),
  ]
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './tool.ts'

export interface Slowed {
  name: string
  /** The most connections that were open at once, and the seconds from the last that was opened until all were closed. */
  most: number
  closedAfter: number
  /** Seconds in which the tool itself could not get an answer beside its connections. */
  away: number
  /** Milliseconds of the lists that somebody else asked for meanwhile; those that failed. */
  others: number[]
  failed: number
  isWhole: boolean
}

const kinds: Record<string, { flag: string; path: string; more?: string[] }> = {
  'slow heads': { flag: '-H', path: '/', more: ['-i', '3'] },
  'slow bodies': {
    flag: '-B',
    path: '/api/session',
    more: ['-i', '3', '-s', '8192', '-f', 'application/json'],
  },
  'overlapping ranges': { flag: '-R', path: '', more: ['-t', 'HEAD', '-a', '1', '-b', '3000'] },
  'slow reading': {
    flag: '-X',
    path: '/api/openapi.json',
    more: ['-k', '10', '-w', '10', '-y', '20', '-n', '5', '-z', '32'],
  },
}

/** 500 connections of each kind, while somebody else goes on asking for a list. `film` is the path of a file of a film. */
export async function slow(
  origin: string,
  { seconds, film, folder }: { seconds: number; film: string; folder: string },
): Promise<Slowed[]> {
  const told: Slowed[] = []
  for (const [name, { flag, path, more = [] }] of Object.entries(kinds)) {
    const file = join(folder, `slow${flag}`)
    const over = new AbortController()
    const others = asking(`${origin}/api/categories/music`, over.signal)
    const { said, isWhole } = await runTool(
      'slowhttptest',
      [
        flag,
        '-c',
        '500',
        '-r',
        '200',
        '-l',
        String(seconds),
        '-u',
        origin + (path || film),
        '-p',
        '3',
        '-g',
        '-o',
        file,
        ...more,
      ],
      { seconds: seconds + 30 },
    ).finally(() => over.abort())
    told.push({ name, isWhole, ...seen(await readFile(`${file}.csv`, 'utf8'), said), ...(await others) })
  }
  return told
}

/** From the table that it keeps, one line a second: time, closed, pending, connected, served beside them. */
function seen(table: string, said: string): Pick<Slowed, 'most' | 'closedAfter' | 'away'> {
  const rows = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number))
    .map(([at = 0, closed = 0, pending = 0, connected = 0, served = 0]) => ({
      at,
      closed,
      open: pending + connected,
      served,
    }))
  const opened = rows.find(({ closed, open }) => closed + open >= 500)?.at ?? rows.at(-1)?.at ?? 0
  const last = rows.findLast(({ open }) => open > 0)?.at ?? opened
  const isOver = /No open connections left/i.test(said)
  return {
    most: Math.max(...rows.map(({ open }) => open)),
    closedAfter: isOver ? Math.max(0, last + 1 - opened) : Infinity,
    away: rows.filter(({ served }) => served === 0).length,
  }
}

/** Somebody who looks at the site all the while. */
async function asking(address: string, signal: AbortSignal): Promise<Pick<Slowed, 'others' | 'failed'>> {
  const others: number[] = []
  let failed = 0
  while (!signal.aborted) {
    const askedAt = performance.now()
    const isServed = await fetch(address, { signal: AbortSignal.timeout(5000) })
      .then(async (answer) => (await answer.arrayBuffer(), answer.ok))
      .catch(() => false)
    if (isServed) others.push(performance.now() - askedAt)
    else failed += 1
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { others, failed }
}

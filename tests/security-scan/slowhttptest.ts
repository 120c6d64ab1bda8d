import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runScanTool } from './scan-tool.ts'

export interface SlowHttpResult {
  name: string
  /**
   * The largest number of simultaneously open connections, and the number of seconds from the opening of the
   * last connection until all connections were closed.
   */
  most: number
  closedAfter: number
  /** Number of seconds in which the tool's probe got no response. */
  away: number
  /**
   * Response times in milliseconds of the list requests that another client sent during the attack, and the
   * number of those requests that failed.
   */
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

/**
 * Opens 500 connections for each kind of attack, while another client keeps requesting a list. `film` is the
 * path of a video file.
 */
export async function runSlowHttpTest(
  origin: string,
  { seconds, film, folder }: { seconds: number; film: string; folder: string },
): Promise<SlowHttpResult[]> {
  const told: SlowHttpResult[] = []
  for (const [name, { flag, path, more = [] }] of Object.entries(kinds)) {
    const file = join(folder, `slow${flag}`)
    const over = new AbortController()
    const others = measureOtherRequests(`${origin}/api/categories/music`, over.signal)
    const open = countOpenConnections(Number(new URL(origin).port), over.signal)
    const { isWhole } = await runScanTool(
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
    const away = secondsAway(await readFile(`${file}.csv`, 'utf8'))
    told.push({ name, isWhole, away, ...(await open), ...(await others) })
  }
  return told
}

/**
 * Returns the number of seconds in which slowhttptest's own probe got no response. The columns of the CSV
 * table are time, closed, pending, connected and served.
 */
function secondsAway(table: string): number {
  const rows = table.trim().split('\n').slice(1)
  return rows.filter((row) => Number(row.split(',')[4]) === 0).length
}

/**
 * Counts the server's open connections, as the kernel reports them. slowhttptest's own count is too high:
 * slowhttptest reads buffered data five bytes at a time, and counts a reset connection as open until all this
 * data has been read.
 */
async function countOpenConnections(
  port: number,
  over: AbortSignal,
): Promise<Pick<SlowHttpResult, 'most' | 'closedAfter'>> {
  let [most, fullAt, lastAt] = [0, performance.now(), performance.now()]
  while (!over.aborted) {
    const open = await established(port)
    // The tool's probe and this test's probe open up to four connections, which are not part of the attack.
    if (open > askers) lastAt = performance.now()
    if (open > most) [most, fullAt] = [open, performance.now()]
    await pause(250)
  }
  return { most, closedAfter: Math.round((lastAt - fullAt) / 1000) }
}

const askers = 4

/**
 * Reads /proc/net/tcp and tcp6 (see proc(5)): the second column is the local address, and the fourth column
 * is the state, where 01 means ESTABLISHED.
 */
async function established(port: number): Promise<number> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')))
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/ +/)))
  return rows.filter(([, local, , state]) => local?.endsWith(own) && state === '01').length
}

/** Simulates a visitor who uses the site during the whole attack. */
async function measureOtherRequests(
  address: string,
  signal: AbortSignal,
): Promise<Pick<SlowHttpResult, 'others' | 'failed'>> {
  const others: number[] = []
  let failed = 0
  while (!signal.aborted) {
    const askedAt = performance.now()
    const isServed = await fetch(address, { signal: AbortSignal.timeout(5000) })
      .then(async (response) => (await response.arrayBuffer(), response.ok))
      .catch(() => false)
    if (isServed) others.push(performance.now() - askedAt)
    else failed += 1
    await pause(50)
  }
  return { others, failed }
}

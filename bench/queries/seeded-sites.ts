import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDataDir } from '#tests/support/processes/server-process.ts'
import type { SeededSiteResponse, SeededSiteRequest } from './seeded-site-process.ts'

/** Thrown when a request to a seeded site fails. */
export class SeededSiteError extends Error {}

/** A seeded site in its own process. */
export interface SeededSite {
  size: number
  /**
   * Measures response times in milliseconds. Runs the benchmarked query up to `times` times, but starts no
   * further run after `seconds` seconds. Always runs the query at least once.
   */
  request(nth: number, most: { times: number; seconds: number }): Promise<number[]>
  /**
   * Returns the SQL statements of a benchmarked query that scan a large table sequentially. `nth` is the
   * index of the query in `allBenchQueries`.
   */
  scans(nth: number): Promise<string[]>
}

/**
 * Starts one site per size, one after another. The data is stored in the folder whose path is `keep`, or in a
 * temporary folder if `keep` is undefined.
 */
export async function startSeededSites(
  sizes: readonly number[],
  keep: string | undefined,
): Promise<{ all: SeededSite[]; close(): Promise<void> }> {
  const folder = keep ?? (await createDataDir())
  const processes: ChildProcess[] = []
  const close = async () => {
    for (const child of processes) if (child.exitCode === null) await end(child)
    if (!keep) await rm(folder, { recursive: true, force: true })
  }
  try {
    const all: SeededSite[] = []
    for (const size of sizes) {
      const place = join(folder, String(size))
      await mkdir(place, { recursive: true })
      await chmod(place, 0o755) // if started as root, PostgreSQL runs as another user and needs access
      const child = fork(join(import.meta.dirname, 'seeded-site-process.ts'), [String(size), place], {
        env: { ...process.env, LOG_LEVEL: 'error' },
      })
      processes.push(child)
      const { seeded } = await answerOf<{ seeded: number }>(child)
      console.log(`${size.toLocaleString('en')} items: ready after ${seeded.toFixed(0)} s`)
      all.push(connectToSite(child, size))
    }
    return { all, close }
  } catch (error) {
    await close()
    throw error
  }
}

function connectToSite(child: ChildProcess, size: number): SeededSite {
  const say = <A extends SeededSiteResponse>(asked: SeededSiteRequest) => {
    child.send(asked)
    return answerOf<A>(child)
  }
  return {
    size,
    request: async (nth, most) => (await say<{ milliseconds: number[] }>({ nth, ...most })).milliseconds,
    scans: async (nth) => (await say<{ scans: string[] }>({ plansOf: nth })).scans,
  }
}

async function answerOf<A extends SeededSiteResponse>(child: ChildProcess): Promise<A> {
  const heard = new AbortController()
  const [said] = (await Promise.race(
    ['message', 'exit'].map((what) => once(child, what, { signal: heard.signal })),
  ).finally(() => heard.abort())) as [SeededSiteResponse | number | null]
  if (said === null || typeof said === 'number') throw new Error(`a site’s process ended with ${said}`)
  if ('failed' in said) throw new SeededSiteError(said.failed)
  return said as A
}

/** Stops a site's process and its PostgreSQL server. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

import { readFile } from 'node:fs/promises'
import { readSchedulingTimes } from '../../load/cpu-scheduling.ts'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'
import type { ScaleSite } from './scale-site.ts'

/** How long the threads of each program ran, in milliseconds, and how long it took. */
export interface CpuWindow {
  seconds: number
  web: number
  database: number
  loadGenerator: number
  /** The share of the time in which the web process ran or waited for a core. */
  webBusy: number
}

/** Measures how long the web process, PostgreSQL and the load generator run while `work` runs (Linux only). */
export async function measureWindow<T>(
  site: ScaleSite,
  work: () => Promise<T>,
): Promise<{ cpu: CpuWindow; result: T }> {
  const before = await readTimes(site)
  const result = await work()
  const after = await readTimes(site)
  // Processes that have ended are not counted. If they were subtracted, the difference could be negative.
  const sum = (program: string, what: 'ran' | 'waited') =>
    [...after.times]
      .filter(([, now]) => now.program === program)
      .reduce((all, [pid, now]) => all + now[what] - (before.times.get(pid)?.[what] ?? 0), 0)
  const milliseconds = after.at - before.at
  return {
    result,
    cpu: {
      seconds: milliseconds / 1000,
      web: sum('web', 'ran'),
      database: sum('database', 'ran'),
      loadGenerator: sum('loadGenerator', 'ran'),
      webBusy: Math.min(1, (sum('web', 'ran') + sum('web', 'waited')) / milliseconds),
    },
  }
}

async function readTimes(site: ScaleSite) {
  const times = new Map<number, { program: string; ran: number; waited: number }>()
  for (const pid of await listProcessTree(process.pid)) {
    const program = await programOf(pid, site)
    if (program) times.set(pid, { program, ...(await readSchedulingTimes(pid)) })
  }
  return { at: performance.now(), times }
}

async function programOf(pid: number, site: ScaleSite): Promise<string | undefined> {
  if (pid === process.pid) return 'loadGenerator'
  if (pid === site.serverPid) return 'web'
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return name.startsWith('postgres') ? 'database' : undefined
}

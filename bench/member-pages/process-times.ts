import { readdir, readFile } from 'node:fs/promises'
import { readSchedulingTimes } from '../load/cpu-scheduling.ts'

interface ProcessTimes {
  web: number
  /** By process id, because the processes of closed connections end. */
  database: Map<number, number>
}

/**
 * Returns the CPU time of the web process and of the PostgreSQL server in the folder `cluster`, in milliseconds (Linux
 * only).
 */
export async function readProcessTimes(server: number, cluster: string): Promise<ProcessTimes> {
  const postmaster = (await readFile(`${cluster}/postmaster.pid`, 'utf8')).split('\n')[0]!
  const database = new Map<number, number>()
  for (const pid of await readdir('/proc')) {
    const stat = /^\d+$/.test(pid) && (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
    if (!stat || !stat.includes('(postgres) ')) continue
    const parent = stat.split('(postgres) ')[1]!.split(' ')[1]
    if (parent === postmaster) database.set(Number(pid), (await readSchedulingTimes(Number(pid))).ran)
  }
  return { web: (await readSchedulingTimes(server)).ran, database }
}

/**
 * Returns the CPU time that both used between two points in time. The time of processes that have ended is not counted.
 */
export function subtractTimes(after: ProcessTimes, before: ProcessTimes): { web: number; database: number } {
  const database = [...after.database].map(([pid, ran]) => ran - (before.database.get(pid) ?? 0))
  return { web: after.web - before.web, database: database.reduce((sum, ran) => sum + ran, 0) }
}

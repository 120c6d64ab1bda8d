import { readdir, readFile } from 'node:fs/promises'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'

/** How long threads ran (`ran`) and waited for a core (`waited`), in milliseconds. */
export interface CpuSchedulingTimes {
  ran: number
  waited: number
}

/**
 * Returns how long the server, its database and the load generator have run and have waited for a core since
 * their processes started. All times are zero if the system does not provide /proc/PID/task/TID/schedstat
 * (macOS).
 */
export async function readCpuSchedulingTimes(
  server: number,
): Promise<Record<'server' | 'database' | 'asker', CpuSchedulingTimes>> {
  const below = await listProcessTree(server)
  const names = await Promise.all(below.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
  const databases = below.filter((_, i) => names[i]!.startsWith('postgres'))
  return { server: await sum([server]), database: await sum(databases), asker: await sum([process.pid]) }
}

async function sum(pids: readonly number[]): Promise<CpuSchedulingTimes> {
  const all = { ran: 0, waited: 0 }
  for (const pid of pids) {
    const { ran, waited } = await readSchedulingTimes(pid)
    all.ran += ran
    all.waited += waited
  }
  return all
}

/** Returns how long the threads of a process have run and waited for a processor so far, in milliseconds (Linux only). */
export async function readSchedulingTimes(pid: number): Promise<CpuSchedulingTimes> {
  const all = { ran: 0, waited: 0 }
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0 0')
    const [ran, waited] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e6)
    all.ran += ran!
    all.waited += waited!
  }
  return all
}

import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { readProcessStat, listProcessTree } from '#tests/support/processes/process-tree.ts'

/**
 * The memory of one process in MB: its private pages and its proportional share of the pages that it shares
 * with other processes (PSS).
 */
export interface ProcessMemory {
  name: string
  megabytes: number
}

/**
 * Measures the memory of a process and its descendants. Waits until these processes have used almost no CPU
 * time for three seconds, for at most 60 seconds.
 */
export async function measureIdleMemory(pid: number): Promise<ProcessMemory[]> {
  let before = await ticksOf(await listProcessTree(pid))
  for (let quiet = 0, seconds = 0; quiet < 3 && seconds < 60; seconds++) {
    await pause(1000)
    const now = await ticksOf(await listProcessTree(pid))
    quiet = now - before <= 3 ? quiet + 1 : 0
    before = now
  }
  const held = await Promise.all((await listProcessTree(pid)).map(memoryOf))
  return held.filter((one) => one !== null)
}

async function ticksOf(pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map(readProcessStat))
  return all.reduce((sum, stat) => sum + Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0), 0)
}

async function memoryOf(pid: number): Promise<ProcessMemory | null> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    const megabytes = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) / 1024
    return { name: nameOf(command), megabytes }
  } catch {
    return null // the process has exited in the meantime
  }
}

function nameOf(command: string): string {
  const [first = '', second = ''] = command.split(' ')
  if (/(^|\/)postgres\b/.test(first)) return 'postgres'
  return [first.split('/').at(-1), second.split('/').at(-1)].join(' ').trim()
}

/** Returns one line per kind of process, such as `postgres (17)`, largest first. */
export function summarizeMemory(held: readonly ProcessMemory[]): ProcessMemory[] {
  const kinds = Object.entries(Object.groupBy(held, ({ name }) => name))
  return kinds
    .map(([name, some = []]) => ({
      name: some.length > 1 ? `${name} (${some.length})` : name,
      megabytes: some.reduce((sum, { megabytes }) => sum + megabytes, 0),
    }))
    .toSorted((a, b) => b.megabytes - a.megabytes)
}

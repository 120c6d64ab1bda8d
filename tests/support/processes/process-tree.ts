import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Returns the IDs of a process and its descendants, as listed in /proc. Without /proc (macOS), returns only
 * the process itself.
 */
export async function listProcessTree(root: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = /^\d+$/.test(name) && (await readProcessStat(Number(name)))
    if (stat) parents.set(Number(name), Number(stat[1]))
  }
  const found = [root]
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid && !found.includes(child)) found.push(child)
  return found
}

/**
 * Returns the fields of /proc/PID/stat that follow the process name: first the state, then the parent's ID.
 * The process name can contain any character, even `)`, so the fields start after the last `)`.
 */
export async function readProcessStat(pid: number): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/**
 * Returns the ids of the ffmpeg processes among the descendants of a process, without the processes of the
 * sandbox that start ffmpeg.
 */
export async function listFfmpegProcesses(root: number): Promise<number[]> {
  const pids = await listProcessTree(root)
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, at) => /^[^\0]*ffmpeg\0/.test(commands[at]!))
}

/** Returns the resident memory of a process in megabytes, or 0 if the process has exited. */
export async function readResidentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}

/**
 * Resolves when all of the processes have exited. Throws an error after 15 s, because a server must not take
 * longer to stop.
 */
export async function waitForProcessesToExit(pids: readonly number[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const left = await Promise.all(pids.map(readProcessStat))
    if (left.every((stat) => stat === null || stat[0] === 'Z')) return
    await pause(50)
  }
  const left = await Promise.all(
    pids.map(async (pid) => ((await readProcessStat(pid)) ? await commandLineOf(pid) : '')),
  )
  throw new Error(`the server left processes behind: ${left.filter(Boolean).join(' | ')}`)
}

async function commandLineOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return `${pid} ${text.replaceAll('\0', ' ').slice(0, 200)}`
}

import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'
import { readProcessStat, listProcessTree } from '#tests/support/processes/process-tree.ts'

/** A process whose command line names the work folder of a transcoding attempt. */
interface WorkerProcess {
  pid: number
  contentId: string
  command: string
}

/** Returns the worker's child processes that are processing an item, recognized by their command lines. */
export async function listWorkerProcesses(worker: ServerProcess): Promise<WorkerProcess[]> {
  const found = await Promise.all((await listProcessTree(worker.pid)).map(readWorkerProcess))
  return found.filter((one) => one !== undefined)
}

async function readWorkerProcess(pid: number): Promise<WorkerProcess | undefined> {
  const command = await commandOf(pid)
  const [, contentId] = /\/work\/([0-9a-f-]{36})-\d+/.exec(command) ?? []
  return contentId ? { pid, contentId, command } : undefined
}

async function commandOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
}

/**
 * Returns the orphaned processes: their command lines name this data folder, but they do not descend from any
 * running server. Orphaned processes can remain after a server has been killed.
 */
export async function findOrphanedProcesses(
  dataDir: string,
  living: Iterable<ServerProcess>,
): Promise<WorkerProcess[]> {
  const ours = new Set((await Promise.all([...living].map(({ pid }) => listProcessTree(pid)))).flat())
  const found: WorkerProcess[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!pid || ours.has(pid)) continue
    const one = (await commandOf(pid)).includes(dataDir) ? await readWorkerProcess(pid) : undefined
    if (one && (await readProcessStat(pid))?.[0] !== 'Z') found.push(one)
  }
  return found
}

/**
 * Returns the orphaned processes that remain after three seconds. The kernel needs a moment to kill the
 * processes that are set to end together with the killed server.
 */
export async function waitForOrphanedProcessesToExit(
  dataDir: string,
  living: Iterable<ServerProcess>,
): Promise<WorkerProcess[]> {
  for (let tries = 0; ; tries += 1) {
    const left = await findOrphanedProcesses(dataDir, living)
    if (left.length === 0 || tries === 60) return left
    await pause(50)
  }
}

/** Returns a worker that is packaging a broadcast. */
export async function findPackagingWorker(workers: Iterable<ServerProcess>): Promise<ServerProcess> {
  for (const worker of workers) {
    const commands = await Promise.all((await listProcessTree(worker.pid)).map(commandOf))
    if (commands.some((command) => /^\S*ffmpeg .*empty_moov/.test(command))) return worker
  }
  throw new Error('no worker is packaging a broadcast')
}

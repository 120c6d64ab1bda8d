import { spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Postmaster = { pid: number; ready: boolean; owner: number; isOwnerAlive: boolean }

/**
 * Returns the `cluster_name` of the PostgreSQL server that process `pid` starts. PostgreSQL includes this
 * name in its process title, so the process list shows which process started PostgreSQL.
 */
export function getPostgresClusterName(pid: number): string {
  return `afterbell_${pid}`
}

/**
 * Finds the running PostgreSQL server of this cluster, if there is one. The `isOwnerAlive` property is true
 * while the process that started PostgreSQL is still the parent process of PostgreSQL. An orphaned PostgreSQL
 * server has a different parent process.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = (await readText(join(cluster, 'postmaster.pid'))).split('\n')
  const pid = Number(lines[0])
  if (!pid) return undefined
  const found = await inspectProcess(pid)
  if (!found) {
    await clearStaleLocks(cluster, pid)
    return undefined
  }
  const owner = Number(found.command.match(/cluster_name=afterbell_(\d+)/)?.[1])
  return { pid, ready: lines[7]?.trim() === 'ready', owner, isOwnerAlive: owner === found.parent }
}

/**
 * Stops an orphaned PostgreSQL server with a fast shutdown. If PostgreSQL is still running after 8 s,
 * requests an immediate shutdown. Resolves once PostgreSQL has exited.
 */
export async function stopPostmaster(pid: number) {
  sendSignal(pid, 'SIGINT')
  for (const started = Date.now(); await inspectProcess(pid); await sleep(20)) {
    if (Date.now() - started > 8000) sendSignal(pid, 'SIGQUIT')
  }
}

/**
 * Returns a process's parent and command, or undefined if the process does not exist, is a zombie, or its id
 * now belongs to another program.
 */
async function inspectProcess(pid: number): Promise<{ parent: number; command: string } | undefined> {
  if (process.platform !== 'linux') return inspectByPs(pid)
  const command = await readText(`/proc/${pid}/cmdline`)
  // In `/proc/<pid>/stat`, the process name is in parentheses and can itself contain spaces and parentheses.
  // The parent's id is the second field after the name.
  const parent = (await readText(`/proc/${pid}/stat`)).split(') ').at(-1)?.split(' ')[1]
  return command.includes('postgres') && parent ? { parent: Number(parent), command } : undefined
}

function inspectByPs(pid: number) {
  const command = spawnSync('ps', ['-o', 'ppid=,command=', '-p', `${pid}`], {
    encoding: 'utf8',
  }).stdout.trim()
  return command.includes('postgres') ? { parent: Number.parseInt(command, 10), command } : undefined
}

/**
 * Removes PostgreSQL's lock files if the process id in these files now belongs to another process. A
 * restarted container assigns process ids from 1 again, so the id in the lock files can be the id of this
 * Node process, and PostgreSQL would then refuse to start. If no process has the id in a lock file, the file
 * can stay, because PostgreSQL itself detects that the file is stale.
 */
async function clearStaleLocks(cluster: string, pid: number) {
  if (!isProcessAlive(pid)) return
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await rm(join(cluster, '.s.PGSQL.5432.lock'), { force: true })
}

/** Sends a signal to PostgreSQL, unless it has already exited. */
function sendSignal(pid: number, signal: NodeJS.Signals) {
  if (isProcessAlive(pid)) process.kill(pid, signal)
}

/**
 * Returns whether a process is alive. If the kernel rejects the signal with EPERM, the process is alive and
 * belongs to another user.
 */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

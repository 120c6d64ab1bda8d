import { spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Postmaster = { pid: number; ready: boolean; owner: number; ownerLives: boolean }

/** Given to PostgreSQL as its `cluster_name`: so the process itself says, from its first moment, who started it. */
export function ownerClusterName(pid: number): string {
  return `afterbell_${pid}`
}

/**
 * The PostgreSQL that is running in this cluster, if any. `ownerLives` is whether the process that started it is
 * still there: then PostgreSQL is its child, and an orphan has another parent.
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
  return { pid, ready: lines[7]?.trim() === 'ready', owner, ownerLives: owner === found.parent }
}

/** Fast shutdown of a PostgreSQL that is nobody's child, after 8 s the immediate one; resolves when it is gone. */
export async function stopPostmaster(pid: number) {
  sendSignal(pid, 'SIGINT')
  for (const started = Date.now(); await inspectProcess(pid); await sleep(20)) {
    if (Date.now() - started > 8000) sendSignal(pid, 'SIGQUIT')
  }
}

/** Undefined when there is no such process, when it is a zombie, or when its number now belongs to something else. */
async function inspectProcess(pid: number): Promise<{ parent: number; command: string } | undefined> {
  if (process.platform !== 'linux') return inspectByPs(pid)
  const command = await readText(`/proc/${pid}/cmdline`)
  // The name in parentheses may itself hold spaces and parentheses; the parent is the second field after it.
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
 * A container starts counting processes anew, so the number in the lock files may belong to ourselves by now, and
 * PostgreSQL would then refuse to start. A number that nobody has it handles by itself.
 */
async function clearStaleLocks(cluster: string, pid: number) {
  if (!isProcessAlive(pid)) return
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await rm(join(cluster, '.s.PGSQL.5432.lock'), { force: true })
}

/** It may have ended meanwhile, which is what we want. */
function sendSignal(pid: number, signal: NodeJS.Signals) {
  if (isProcessAlive(pid)) process.kill(pid, signal)
}

/** A process of another user is alive too: the signal is refused, not lost. */
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

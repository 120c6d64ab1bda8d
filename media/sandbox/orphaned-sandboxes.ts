import { readFileSync, readlinkSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'

/*
 * Kills orphaned sandboxes. A sandbox normally dies with the process that started it (its owner), but a
 * sandbox that is still being set up can outlive its owner. The command line of every sandbox contains the
 * process id of its owner, so that a later process can find orphaned sandboxes.
 */

/** The name of the environment variable, set with bwrap's --setenv, that identifies the sandbox's owner. */
export const sandboxOwnerEnvVariable = 'AFTERBELL_WORKER'

let cachedOwner: string | undefined

/**
 * Returns a string that identifies this process: its id, its start time (because ids are reused) and its PID
 * namespace (because ids start over in each container). Returns undefined on systems without /proc.
 */
export function getCurrentSandboxOwner(): string | undefined {
  try {
    return (cachedOwner ??= `${process.pid}:${startOf(readFileSync('/proc/self/stat', 'utf8'))}:${ownNamespace()}`)
  } catch {
    return undefined
  }
}

/**
 * Kills the sandboxes of this process (`mine`) or of processes that no longer exist (`the dead`). Returns how
 * many processes were signaled.
 */
export async function killSandboxes(of: 'mine' | 'the dead'): Promise<number> {
  const mine = getCurrentSandboxOwner()
  if (!mine) return 0
  let killed = 0
  for (const name of await readdir('/proc').catch(() => [])) {
    const owner = /^\d+$/.test(name) && sandboxOwnerIn(await readText(`/proc/${name}/cmdline`))
    if (!owner || (of === 'mine' ? owner !== mine : !(await isOwnerDead(owner)))) continue
    killed += killProcessIfRunning(Number(name)) ? 1 : 0
  }
  return killed
}

/**
 * Returns the owner named in the content of /proc/<pid>/cmdline, where every argument ends with a NUL byte.
 */
function sandboxOwnerIn(commandLine: string): string | undefined {
  if (!/^(prlimit|nice|bwrap)\0/.test(commandLine)) return undefined
  const args = commandLine.split('\0')
  const index = args.indexOf(sandboxOwnerEnvVariable)
  return args[index - 1] === '--setenv' ? args[index + 1] : undefined
}

/**
 * Returns whether the owner's process has ended, even if a later process has the same process id. Returns
 * false for processes in other PID namespaces, because these processes cannot be checked.
 */
async function isOwnerDead(owner: string): Promise<boolean> {
  const [pid, start, namespace] = owner.split(':')
  if (namespace !== ownNamespace()) return false
  const stat = await readText(`/proc/${pid}/stat`)
  return stat === '' || startOf(stat) !== start || stateOf(stat) === 'Z'
}

// The process name in parentheses can itself contain spaces and parentheses. The state is field 3 and the
// start time is field 22 (see proc_pid_stat(5)).
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
const stateOf = (stat: string) => fieldsOf(stat)[0]
const startOf = (stat: string) => fieldsOf(stat)[19]

function ownNamespace(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))![0]
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Kills a process. Returns false if the process has exited or belongs to another user. */
export function killProcessIfRunning(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

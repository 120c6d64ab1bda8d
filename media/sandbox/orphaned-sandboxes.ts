import { readFileSync, readlinkSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'

/*
 * A sandbox dies with the process that started it, but for a moment: one that is just being set up, not yet tied to us, outlives
 * us and works on for nobody. So each carries our number in its command line, and whoever comes later can tell whose it was.
 */

/** The variable that carries it, for bwrap's --setenv. */
export const sandboxOwnerVariable = 'AFTERBELL_WORKER'

let own: string | undefined

/**
 * Which process we are: its number, when it started (a number is given again), and among which processes it counts (in a
 * container the numbers begin anew). Undefined where there is no /proc.
 */
export function currentSandboxOwner(): string | undefined {
  try {
    return (own ??= `${process.pid}:${startOf(readFileSync('/proc/self/stat', 'utf8'))}:${ownNamespace()}`)
  } catch {
    return undefined
  }
}

/** Ends the sandboxes of this process, or of those that are no longer there. Returns how many processes were told. */
export async function killSandboxes(of: 'mine' | 'the dead'): Promise<number> {
  const mine = currentSandboxOwner()
  if (!mine) return 0
  let ended = 0
  for (const name of await readdir('/proc').catch(() => [])) {
    const mark = /^\d+$/.test(name) && sandboxOwnerIn(await readText(`/proc/${name}/cmdline`))
    if (!mark || (of === 'mine' ? mark !== mine : !(await isOwnerDead(mark)))) continue
    ended += killIfRunning(Number(name)) ? 1 : 0
  }
  return ended
}

/** Of a command line as /proc has it: words that end in a NUL. */
function sandboxOwnerIn(commandLine: string): string | undefined {
  if (!/^(prlimit|nice|bwrap)\0/.test(commandLine)) return undefined
  const words = commandLine.split('\0')
  const at = words.indexOf(sandboxOwnerVariable)
  return words[at - 1] === '--setenv' ? words[at + 1] : undefined
}

/** Nobody has this number, or somebody who started later. Of other namespaces we know nothing. */
async function isOwnerDead(mark: string): Promise<boolean> {
  const [pid, start, namespace] = mark.split(':')
  if (namespace !== ownNamespace()) return false
  const stat = await readText(`/proc/${pid}/stat`)
  return stat === '' || startOf(stat) !== start || stateOf(stat) === 'Z'
}

// The name in parentheses may itself hold spaces and parentheses. State is the third field, the start the 22nd (proc_pid_stat(5)).
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
const stateOf = (stat: string) => fieldsOf(stat)[0]
const startOf = (stat: string) => fieldsOf(stat)[19]

function ownNamespace(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))![0]
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Answers whether it was told: it may have ended by itself, or be another user's. */
export function killIfRunning(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

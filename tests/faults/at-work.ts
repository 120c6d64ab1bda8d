import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { StartedServer } from '#tests/support/server.ts'
import { statOf, tree } from '#tests/support/processes.ts'

/** A process that works in the folder of a try. */
interface Working {
  pid: number
  contentId: string
  command: string
}

/** The processes of a worker that are at an item, by what stands in their command lines. */
export async function workingOn(worker: StartedServer): Promise<Working[]> {
  const found = await Promise.all((await tree(worker.pid)).map(working))
  return found.filter((one) => one !== undefined)
}

async function working(pid: number): Promise<Working | undefined> {
  const command = await commandOf(pid)
  const [, contentId] = /\/work\/([0-9a-f-]{36})-\d+/.exec(command) ?? []
  return contentId ? { pid, contentId, command } : undefined
}

async function commandOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
}

/** Everything that works in this data folder and comes from none of these: left behind by somebody who was killed. */
export async function orphans(dataDir: string, living: Iterable<StartedServer>): Promise<Working[]> {
  const ours = new Set((await Promise.all([...living].map(({ pid }) => tree(pid)))).flat())
  const found: Working[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!pid || ours.has(pid)) continue
    const one = (await commandOf(pid)).includes(dataDir) ? await working(pid) : undefined
    if (one && (await statOf(pid))?.[0] !== 'Z') found.push(one)
  }
  return found
}

/** What is left of them after three seconds, in which the kernel ends what is tied to the dead. */
export async function orphansLeft(dataDir: string, living: Iterable<StartedServer>): Promise<Working[]> {
  for (let tries = 0; ; tries += 1) {
    const left = await orphans(dataDir, living)
    if (left.length === 0 || tries === 60) return left
    await pause(50)
  }
}

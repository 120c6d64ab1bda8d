import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Makes the session of a sandbox stand back as its processes do (Linux). Where the kernel shares the processor by session first
 * (`sched_autogroup_enabled`, on by default), `nice` counts only within one, and every sandbox is a session of its own: two
 * ladders would then be two equals of the server that answers people. `pid`: of the process that leads, or soon will lead, the session.
 * It is waited for as long as that process lives: on a busy machine it may take seconds to get there, since it already stands back itself.
 * Where there is no such thing, or we may not, nothing happens.
 */
export async function setAutogroupNice(pid: number, nice: number): Promise<void> {
  for (let wait = 20; ; wait = Math.min(2 * wait, 200)) {
    try {
      // The kernel takes one such word each tenth of a second from whoever is not root (EAGAIN).
      if (await isSessionLeader(pid)) return await writeFile(`/proc/${pid}/autogroup`, `${nice}`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
    await pause(wait, undefined, { ref: false })
  }
}

/** The fourth word behind the name, which is in brackets and may have any letter in it, is the session. */
async function isSessionLeader(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) === pid
}

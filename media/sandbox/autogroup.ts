import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Sets the niceness of a sandbox's session (autogroup, Linux only). With `sched_autogroup_enabled` (on by
 * default), the kernel first divides CPU time between sessions, and `nice` has an effect only within a
 * session. Every sandbox is a separate session. If only `nice` were used, each of two encoding processes
 * would get as much CPU time as the web server. `pid` is the process that leads, or will soon lead, the
 * session. Waits until the process leads its session or has ended. On a busy machine, the process can take
 * seconds to become the session leader, because it already runs at low priority. Does nothing if the system
 * has no autogroups, or if the process lacks the permission to set the niceness.
 */
export async function setAutogroupNice(pid: number, nice: number): Promise<void> {
  for (let wait = 20; ; wait = Math.min(2 * wait, 200)) {
    try {
      // For processes without root privileges, the kernel accepts only one write to `autogroup` every tenth
      // of a second and otherwise returns EAGAIN.
      if (await isSessionLeader(pid)) return await writeFile(`/proc/${pid}/autogroup`, `${nice}`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
    await pause(wait, undefined, { ref: false })
  }
}

/**
 * Returns whether the process leads its session. In /proc/PID/stat, the session id is the fourth field after
 * the process name, which is in parentheses and can contain any character.
 */
async function isSessionLeader(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) === pid
}

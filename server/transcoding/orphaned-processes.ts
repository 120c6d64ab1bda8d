import { readFile, readdir } from 'node:fs/promises'
import { killProcessIfRunning } from '#media/sandbox/orphaned-sandboxes.ts'
import { log } from '#server/platform/log.ts'
import type { TranscodeAttempt } from './transcode-attempt.ts'

/**
 * Kills processes that earlier attempts to transcode this item have left running on this machine (Linux
 * only). A sandboxed process normally dies with its worker. A bubblewrap process that has just started is not
 * yet tied to the worker, so it survives if the worker is killed with `kill -9` at that moment. On a machine
 * that was overloaded tenfold, a process survived in 1 of 31 interrupted attempts. Without this function, a
 * surviving process would encode the whole video for nothing. When a worker starts, it kills the processes of
 * dead workers (media/sandbox/orphaned-sandboxes.ts). This function also kills the processes of a paused
 * worker, which could resume later.
 */
export async function killOrphanedProcesses({
  contentId,
  fence,
}: Pick<TranscodeAttempt, 'contentId' | 'fence'>): Promise<void> {
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name)
    if (!pid || !(await belongsToEarlierAttempt(pid, contentId, fence))) continue
    log.warn('killed a process that a dead worker left running', { contentId, pid })
    killProcessIfRunning(pid)
  }
}

const sandboxProgramPattern = /^(ffmpeg|ffprobe|bwrap|prlimit|nice|setpriv)$/

/**
 * Returns whether the process's command line contains the work folder of an attempt with a lower fencing
 * token.
 */
async function belongsToEarlierAttempt(pid: number, contentId: string, fence: number): Promise<boolean> {
  const [program = '', ...words] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split(
    '\0',
  )
  if (!sandboxProgramPattern.test(program)) return false
  const tries = words.flatMap(
    (word) => word.match(new RegExp(`/work/${contentId}-(\\d+)(?=/|-piece-|$)`))?.[1] ?? [],
  )
  return tries.some((number) => Number(number) < fence)
}

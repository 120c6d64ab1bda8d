import { readFile, readdir } from 'node:fs/promises'
import { killIfRunning } from '#media/sandbox/orphaned-sandboxes.ts'
import { log } from '#server/platform/log.ts'
import type { TranscodeAttempt } from './transcode-attempt.ts'

/**
 * Ends what earlier tries of this item have left running on this machine (Linux). The fences around ffmpeg die with the
 * worker, but for a moment: a bubblewrap that has begun and is not yet tied to us outlives a `kill -9` of that very
 * moment (once in 31 tries broken off, on a machine at ten times its load) and would work on for nobody, at the film's whole cost.
 * Whoever starts ends those of the dead (media/sandbox/orphaned-sandboxes.ts); here, of a worker that was paused and may wake, too.
 */
export async function killOrphanedProcesses({
  contentId,
  fence,
}: Pick<TranscodeAttempt, 'contentId' | 'fence'>): Promise<void> {
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name)
    if (!pid || !(await belongsToEarlierAttempt(pid, contentId, fence))) continue
    log.warn('ended what a dead worker left running', { contentId, pid })
    killIfRunning(pid)
  }
}

const sandboxProgramPattern = /^(ffmpeg|ffprobe|bwrap|prlimit|nice|setpriv)$/

/** Its command line names the folder of a try, and that try has a lower number. */
async function belongsToEarlierAttempt(pid: number, contentId: string, fence: number): Promise<boolean> {
  const [program = '', ...words] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split(
    '\0',
  )
  if (!sandboxProgramPattern.test(program)) return false
  const tries = words.flatMap((word) => word.match(new RegExp(`/work/${contentId}-(\\d+)(?=/|$)`))?.[1] ?? [])
  return tries.some((number) => Number(number) < fence)
}

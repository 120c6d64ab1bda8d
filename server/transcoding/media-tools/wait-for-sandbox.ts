import { detectSandboxTools, SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { type TranscodeAttempt, runInTranscodeAttemptTransaction } from '../transcode-attempt.ts'
import { requeueTranscode, returnUncountedAttempt } from '../requeue-transcode.ts'

let missingSince: number | undefined

/** Returns whether media can currently be decoded on this machine. */
export async function isSandboxAvailable(): Promise<boolean> {
  try {
    await detectSandboxTools()
    missingSince = undefined
    return true
  } catch (error) {
    if (!(error instanceof SandboxUnavailableError)) throw error
    missingSince ??= Date.now()
    return false
  }
}

/**
 * Postpones the transcode of an upload until the sandbox is available. The upload stays `received`, and its
 * status shows why it is waiting.
 */
export async function postponeTranscodeUntilSandboxAvailable(contentId: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } =
      (await tx
        .selectFrom('streams')
        .select('state')
        .where('content_id', '=', contentId)
        .executeTakeFirst()) ?? {}
    if (state === 'received') await markWaitingForSandbox(tx, contentId)
    // Another worker has already started to process this upload. The upload returns to the queue, and the
    // next worker with a sandbox checks whether the first worker is still alive.
    else if (state === 'probed' || state === 'encoding')
      await requeueTranscode(tx, contentId, getSandboxRetryDelaySeconds())
  })
}

/**
 * Ends an attempt that has started, and postpones the transcode until the sandbox is available. The attempt
 * does not count as a failure.
 */
export async function postponeAttemptUntilSandboxAvailable(run: TranscodeAttempt): Promise<void> {
  missingSince ??= Date.now()
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    await returnUncountedAttempt(tx, run)
    await markWaitingForSandbox(tx, run.contentId)
  })
}

async function markWaitingForSandbox(tx: Tx, contentId: string): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ waiting_for: 'sandbox' })
    .where('content_id', '=', contentId)
    .execute()
  await requeueTranscode(tx, contentId, getSandboxRetryDelaySeconds())
}

/**
 * Returns the number of seconds before the upload is retried. The delay is a quarter of the time that the
 * sandbox has been unavailable, but at least 5 s and at most 60 s.
 */
export function getSandboxRetryDelaySeconds(): number {
  const seconds = (Date.now() - (missingSince ?? Date.now())) / 1000
  return Math.round(Math.min(60, Math.max(5, seconds / 4)))
}

import { detectSandboxTools, SandboxUnavailable } from '#media/sandbox/spawn-sandboxed.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { type TranscodeAttempt, inAttemptTransaction } from './transcode-attempt.ts'
import { requeueStream } from './stream-status.ts'

let missingSince: number | undefined

/** May anything be decoded on this machine at the moment? */
export async function isSandboxAvailable(): Promise<boolean> {
  try {
    await detectSandboxTools()
    missingSince = undefined
    return true
  } catch (error) {
    if (!(error instanceof SandboxUnavailable)) throw error
    missingSince ??= Date.now()
    return false
  }
}

/** The upload stays received, says what it waits for, and its job comes back after a while. */
export async function requeueUntilSandbox(contentId: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } =
      (await tx
        .selectFrom('streams')
        .select('state')
        .where('content_id', '=', contentId)
        .executeTakeFirst()) ?? {}
    if (state === 'received') await markWaitingForSandbox(tx, contentId)
    // Another worker had it. Whether that one lives is asked by whoever has a sandbox.
    else if (state === 'probed' || state === 'encoding')
      await requeueStream(tx, contentId, retryDelaySeconds())
  })
}

/** As `requeueUntilSandbox`, of a try that had begun: it does not count. */
export async function returnAttemptUntilSandbox(run: TranscodeAttempt): Promise<void> {
  missingSince ??= Date.now()
  await inAttemptTransaction(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set({ state: 'received', tries: run.tries - 1, started_at: null, eta_seconds: null })
      .where('content_id', '=', run.contentId)
      .execute()
    await markWaitingForSandbox(tx, run.contentId)
  })
}

async function markWaitingForSandbox(tx: Tx, contentId: string): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ waiting_for: 'sandbox' })
    .where('content_id', '=', contentId)
    .execute()
  await requeueStream(tx, contentId, retryDelaySeconds())
}

/** Seconds until it is tried again: a quarter of the time that the sandbox has been missing, from 5 s to a minute. */
function retryDelaySeconds(): number {
  const seconds = (Date.now() - (missingSince ?? Date.now())) / 1000
  return Math.round(Math.min(60, Math.max(5, seconds / 4)))
}

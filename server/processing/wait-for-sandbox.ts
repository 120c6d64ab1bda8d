import { fences, SandboxUnavailable } from '#media/fenced.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { type Run, fenced } from './run.ts'
import { requeue } from './streams.ts'

let missingSince: number | undefined

/** May anything be decoded on this machine at the moment? */
export async function hasSandbox(): Promise<boolean> {
  try {
    await fences()
    missingSince = undefined
    return true
  } catch (error) {
    if (!(error instanceof SandboxUnavailable)) throw error
    missingSince ??= Date.now()
    return false
  }
}

/** The upload stays received, says what it waits for, and its job comes back after a while. */
export async function waitForSandbox(contentId: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } =
      (await tx
        .selectFrom('streams')
        .select('state')
        .where('content_id', '=', contentId)
        .executeTakeFirst()) ?? {}
    if (state === 'received') await wait(tx, contentId)
    // Another worker had it. Whether that one lives is asked by whoever has a sandbox.
    else if (state === 'probed' || state === 'encoding') await requeue(tx, contentId, delay())
  })
}

/** As `waitForSandbox`, of a try that had begun: it does not count. */
export async function handBackToWait(run: Run): Promise<void> {
  missingSince ??= Date.now()
  await fenced(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set({ state: 'received', tries: run.tries - 1, started_at: null, eta_seconds: null })
      .where('content_id', '=', run.contentId)
      .execute()
    await wait(tx, run.contentId)
  })
}

async function wait(tx: Tx, contentId: string): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ waiting_for: 'sandbox' })
    .where('content_id', '=', contentId)
    .execute()
  await requeue(tx, contentId, delay())
}

/** Seconds until it is tried again: a quarter of the time that the sandbox has been missing, from 5 s to a minute. */
function delay(): number {
  const seconds = (Date.now() - (missingSince ?? Date.now())) / 1000
  return Math.round(Math.min(60, Math.max(5, seconds / 4)))
}

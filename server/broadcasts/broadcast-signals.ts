import { sendSignal } from '#server/platform/live-updates/signals.ts'
import type { Db, Tx } from '../platform/db/db.ts'

/** The signal that tells workers that a broadcast has started, or has to be ended or packaged. */
export const broadcastWorkSignal = 'broadcast-work'

/** The signal that something about a broadcast has changed: it has a new chunk or part, or it has ended. */
export function broadcastSignal(contentId: string): string {
  return `broadcast:${contentId}`
}

/** Notifies all processes of a change to a broadcast when the transaction commits. */
export async function signalBroadcastChange(tx: Db | Tx, contentId: string): Promise<void> {
  await sendSignal(tx, broadcastSignal(contentId))
}

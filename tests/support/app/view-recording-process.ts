/*
 * Simulates a second web server that records views: a process with its own memory and its own database
 * connections. The process records one view for each message from its parent process.
 */
import { addWatchSummary } from '#contract/engagement/views.ts'
import { initializeAuth } from '#server/auth/auth.ts'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { recordView } from '#server/view-counts/view-counts.ts'
import { recordWatchSummary } from '#server/view-counts/watch-summaries.ts'

export type RecordViewRequest = { id: number; viewer: Viewer; contentId: string; address: string } & (
  | { kind: 'view' }
  | { kind: 'summary'; body: unknown }
)

loadConfig({})
openDatabase(process.argv[2]!)
await initializeAuth()
process.on('message', (request: RecordViewRequest) => void answer(request))
process.on('disconnect', () => void closeDatabase())
process.send!({ id: 0 })

async function answer(request: RecordViewRequest): Promise<void> {
  const { id, viewer, contentId, address } = request
  const result =
    request.kind === 'view'
      ? await recordView(viewer, contentId, { address, agent: 'A browser' })
      : await recordWatchSummary(viewer, contentId, addWatchSummary.body!.parse(request.body), address)
  process.send!({ id, result })
}

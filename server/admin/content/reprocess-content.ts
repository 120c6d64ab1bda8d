import type { ResponseOf } from '#contract/endpoint.ts'
import type { reprocessContent as endpoint } from '#contract/admin/content.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsForConsole } from '#server/access-policy/content-queries.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { transaction } from '#server/platform/db/db.ts'
import { reprocessItem } from '#server/transcoding/reprocess.ts'
import type { ConsoleActor } from '../console-actor.ts'

/** Transcodes a video again from its uploaded file, and logs who requested it. */
export async function reprocessContent(
  actor: ConsoleActor,
  id: string,
): Promise<ResponseOf<typeof endpoint>> {
  return transaction(async (tx) => {
    const item = await selectItemsForConsole(actor, tx)
      .select('content.id')
      .where('content.id', '=', id)
      .executeTakeFirst()
    if (!item) throw new ApiError('not_found')
    await reprocessItem(tx, id)
    await writeAuditEntry(tx, { action: 'reprocess', actor: actor.id, subject: { kind: 'content', id } })
    const { stream_status } = await selectItemsForConsole(actor, tx)
      .select('content.stream_status')
      .where('content.id', '=', id)
      .executeTakeFirstOrThrow()
    return { stream_status }
  })
}

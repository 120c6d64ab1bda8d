import { sql } from 'kysely'
import type { putChatSettings } from '#contract/broadcasts/chat.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Db, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'

/**
 * Records that a person sends a message. Throws `chat_slow_mode` if the person's previous message is too recent.
 * Because the check and the change are one statement, the limit also holds for concurrent messages that several
 * processes receive.
 */
export async function enforceSlowMode(
  tx: Tx,
  contentId: string,
  userId: string,
  seconds: number,
): Promise<void> {
  if (seconds === 0) return
  const { rows } = await sql`
    insert into chat_senders (content_id, user_id, last_sent_at) values (${contentId}, ${userId}, clock_timestamp())
    on conflict (content_id, user_id) do update set last_sent_at = excluded.last_sent_at
      where chat_senders.last_sent_at <= clock_timestamp() - make_interval(secs => ${seconds})
    returning content_id`.execute(tx)
  if (rows.length > 0) return
  throw new ApiError('chat_slow_mode', { seconds }, await loadSlowModeWait(tx, contentId, userId, seconds))
}

/** Returns how many seconds a person has to wait before their next message. */
export async function loadSlowModeWait(
  from: Db | Tx,
  contentId: string,
  userId: string,
  seconds: number,
): Promise<number> {
  if (seconds === 0) return 0
  const row = await from
    .selectFrom('chat_senders')
    .select(
      sql<number>`extract(epoch from last_sent_at + make_interval(secs => ${seconds}) - clock_timestamp())::float8`.as(
        'left',
      ),
    )
    .where('content_id', '=', contentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Math.max(0, Math.ceil(row?.left ?? 0))
}

/** Changes the slow mode of the chat of the viewer's own broadcast, and tells open pages. */
export async function setSlowMode(
  viewer: Member,
  id: string,
  { slow_mode_seconds }: ParsedInputOf<typeof putChatSettings>['body'],
): Promise<ResponseOf<typeof putChatSettings>> {
  enforceRateLimit('chatModeration', viewer.id)
  return transaction(async (tx) => {
    const own = await selectOwnItems(viewer.id, tx)
      .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
      .select('content.id')
      .where('content.id', '=', id)
      .forNoKeyUpdate('content')
      .executeTakeFirst()
    if (!own) throw new ApiError('content_not_found')
    await tx.updateTable('broadcasts').set({ slow_mode_seconds }).where('content_id', '=', id).execute()
    await emitEvent(tx, { type: 'chat_settings_changed', contentId: id, slow_mode_seconds })
    return { slow_mode_seconds }
  })
}

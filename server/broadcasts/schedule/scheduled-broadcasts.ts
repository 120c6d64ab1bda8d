import { sql } from 'kysely'
import type { ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import {
  type ContentQuery,
  selectListedScheduledBroadcasts,
  selectOwnItems,
  selectWatchableItems,
} from '#server/access-policy/content-queries.ts'
import { presentContent, selectContentCards } from '#server/content/content-cards.ts'
import { db, type Db, type Tx } from '#server/platform/db/db.ts'
import { getViewerId, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'

const maxListed = 50

type ScheduledBroadcasts = { items: ScheduledBroadcast[] }

/** Lists the announced broadcasts that the viewer may find, soonest first. */
export async function listVisibleScheduledBroadcasts(viewer: Viewer): Promise<ScheduledBroadcasts> {
  return listFrom(viewer, selectListedScheduledBroadcasts(viewer))
}

/** Lists the broadcasts that the member has announced and not started. */
export async function listMemberScheduledBroadcasts(viewer: Member): Promise<ScheduledBroadcasts> {
  return listFrom(viewer, selectOwnItems(viewer.id))
}

/** Returns an announced broadcast. Throws `content_not_found` if the viewer may not open its page. */
export async function loadScheduledBroadcast(
  viewer: Viewer,
  id: string,
  from: Db | Tx = db,
): Promise<ScheduledBroadcast> {
  const row = await selectScheduled(viewer, selectWatchableItems(viewer, from))
    .where('content.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  return present(viewer, row)
}

/** Reminds the member when the broadcast starts (notifications/announce-new-video.ts), or no longer does. */
export async function setOwnBroadcastReminder(
  viewer: Member,
  id: string,
  isWanted: boolean,
): Promise<undefined> {
  enforceRateLimit('follows', viewer.id)
  await loadScheduledBroadcast(viewer, id)
  if (isWanted)
    await db
      .insertInto('broadcast_reminders')
      .values({ content_id: id, user_id: viewer.id })
      .onConflict((on) => on.doNothing())
      .execute()
  else
    await db
      .deleteFrom('broadcast_reminders')
      .where('content_id', '=', id)
      .where('user_id', '=', viewer.id)
      .execute()
}

async function listFrom(viewer: Viewer, items: ContentQuery): Promise<ScheduledBroadcasts> {
  const rows = await selectScheduled(viewer, items)
    .orderBy('scheduled_broadcasts.starts_at')
    .orderBy('content.id')
    .limit(maxListed)
    .execute()
  return { items: rows.map((row) => present(viewer, row)) }
}

function selectScheduled(viewer: Viewer, items: ContentQuery) {
  return selectContentCards(viewer, items)
    .innerJoin('scheduled_broadcasts', 'scheduled_broadcasts.content_id', 'content.id')
    .select('scheduled_broadcasts.starts_at')
    .select(
      sql<boolean>`exists (select from broadcast_reminders where broadcast_reminders.content_id = content.id
        and broadcast_reminders.user_id = ${getViewerId(viewer)})`.as('has_reminder'),
    )
    .where('scheduled_broadcasts.state', '=', 'announced')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectScheduled>['executeTakeFirstOrThrow']>>

function present(viewer: Viewer, row: Row): ScheduledBroadcast {
  const { id, title, creator, mine } = presentContent(viewer, row)
  return { id, title, creator, mine, starts_at: row.starts_at.toISOString(), has_reminder: row.has_reminder }
}

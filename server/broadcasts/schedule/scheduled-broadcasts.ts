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
import { hasBroadcastReminder } from './broadcast-reminders.ts'

const maxListedBroadcasts = 50

type ScheduledBroadcastList = { items: ScheduledBroadcast[] }

/** Lists the scheduled broadcasts that the viewer may find, soonest first. */
export async function listVisibleScheduledBroadcasts(
  viewer: Viewer,
  { creator }: { creator?: string | undefined } = {},
): Promise<ScheduledBroadcastList> {
  const items = selectListedScheduledBroadcasts(viewer)
  return listScheduledBroadcasts(viewer, creator ? items.where('content.user_id', '=', creator) : items)
}

/** Lists the member's own scheduled broadcasts that have not started, soonest first. */
export async function listMemberScheduledBroadcasts(viewer: Member): Promise<ScheduledBroadcastList> {
  return listScheduledBroadcasts(viewer, selectOwnItems(viewer.id))
}

/**
 * Returns a scheduled broadcast. Throws `content_not_found` if it has started, or if the viewer may not open its
 * page.
 */
export async function loadScheduledBroadcast(
  viewer: Viewer,
  id: string,
  from: Db | Tx = db,
): Promise<ScheduledBroadcast> {
  const row = await selectScheduledBroadcasts(viewer, selectWatchableItems(viewer, from))
    .where('content.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  return presentScheduledBroadcast(viewer, row)
}

/**
 * Sets or deletes the member's reminder. For how members are notified, see notifications/announce-new-video.ts and
 * notifications/broadcast-changes/.
 */
export async function setOwnBroadcastReminder(viewer: Member, id: string, isOn: boolean): Promise<undefined> {
  enforceRateLimit('reminders', viewer.id)
  await loadScheduledBroadcast(viewer, id)
  if (isOn)
    await db
      .insertInto('broadcast_reminders')
      .values({ content_id: id, user_id: viewer.id, known_starts_at: selectStartTime(id) })
      .onConflict((on) => on.doNothing())
      .execute()
  else
    await db
      .deleteFrom('broadcast_reminders')
      .where('content_id', '=', id)
      .where('user_id', '=', viewer.id)
      .execute()
}

function selectStartTime(id: string) {
  return db.selectFrom('scheduled_broadcasts').select('starts_at').where('content_id', '=', id)
}

async function listScheduledBroadcasts(viewer: Viewer, items: ContentQuery): Promise<ScheduledBroadcastList> {
  const rows = await selectScheduledBroadcasts(viewer, items)
    .orderBy('scheduled_broadcasts.starts_at')
    .orderBy('content.id')
    .limit(maxListedBroadcasts)
    .execute()
  return { items: rows.map((row) => presentScheduledBroadcast(viewer, row)) }
}

function selectScheduledBroadcasts(viewer: Viewer, items: ContentQuery) {
  return selectContentCards(viewer, items)
    .innerJoin('scheduled_broadcasts', 'scheduled_broadcasts.content_id', 'content.id')
    .select('scheduled_broadcasts.starts_at')
    .select(hasBroadcastReminder(sql.ref('content.id'), sql`${getViewerId(viewer)}`).as('has_reminder'))
    .where('scheduled_broadcasts.state', '=', 'scheduled')
}

type ScheduledBroadcastRow = Awaited<
  ReturnType<ReturnType<typeof selectScheduledBroadcasts>['executeTakeFirstOrThrow']>
>

function presentScheduledBroadcast(viewer: Viewer, row: ScheduledBroadcastRow): ScheduledBroadcast {
  const { id, title, creator, mine } = presentContent(viewer, row)
  return { id, title, creator, mine, starts_at: row.starts_at.toISOString(), has_reminder: row.has_reminder }
}

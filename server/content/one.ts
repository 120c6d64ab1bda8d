import type { Embed, OneContent } from '#contract/content.ts'
import { Refusal } from '#contract/refusals.ts'
import { contentTopic } from '../events.ts'
import { batches } from '../platform/batches.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import { type Anonymous, anonymous, idOf, type Viewer } from '../platform/http/viewer.ts'
import { placeIn } from '../platform/live.ts'
import { mayLeave } from '../safety/outside.ts'
import { openableItems, watchableItems } from '../safety/items.ts'
import { followOf } from '../safety/profile.ts'
import { adsFor } from './ads.ts'
import { cards, present } from './cards.ts'
import { asItStands, standingOf, statementId } from './standing.ts'

/** One item through the viewer, with whether they like it and where to follow it from. */
export async function one(viewer: Viewer, id: string): Promise<OneContent> {
  const row = await cards(openableItems(viewer))
    .select(['content.stream_id', 'content.moderation', statementId.as('statement_id')])
    .select([mayLeave().as('indexable'), followOf(viewer, 'creator').as('follow')])
    // Of the same moment: what happens after it is told live, what happened before stands in the answer.
    .select(placeIn(contentTopic(id)).as('live_cursor'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('likes')
            .select('likes.user_id')
            .whereRef('likes.content_id', '=', 'content.id')
            .where('likes.user_id', '=', idOf(viewer)),
        )
        .as('liked'),
    )
    .where('content.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('content_not_found')
  const shown = asItStands(present(viewer, row), row)
  const stream_id = shown.mine ? row.stream_id : null
  const { indexable, follow, live_cursor } = row
  return {
    ...shown,
    ...(shown.mine ? standingOf(row) : { moderation: null, statement_id: null }),
    liked: Boolean(row.liked),
    follow,
    indexable,
    stream_id,
    live_cursor,
    ...(await adsFor(viewer, id)),
  }
}

/** The item behind a playback id. */
export async function byPlaybackId(viewer: Viewer, playbackId: string): Promise<Embed> {
  const row = await cards(watchableItems(viewer))
    .select(mayLeave().as('indexable'))
    .where('content.playback_id', '=', playbackId)
    .executeTakeFirst()
  if (!row) throw new Refusal('content_not_found')
  return { ...present(viewer, row), indexable: row.indexable }
}

/** What a verb needs to know of an item that its viewer may see. What may not be seen does not exist. */
export async function visibleContent(viewer: Viewer, id: string, within: Db | Tx = db) {
  const isOneOfAll = viewer.kind === 'anonymous' && within === db
  const row = isOneOfAll ? await visibleToAll(id, anonymous) : await look(viewer, id, within)
  if (!row) throw new Refusal('content_not_found')
  return row
}

/** Who is not signed in sees what all others see who are not: who asks at once hears one answer, to a question put after each of them. */
const visibleToAll = batches(async (id, askers: Anonymous[]) => {
  const row = await look(anonymous, id, db)
  return askers.map(() => row)
})

function look(viewer: Viewer, id: string, within: Db | Tx) {
  return watchableItems(viewer, within)
    .select([
      'content.id',
      'content.user_id',
      'content.content_type',
      'content.playback_id',
      'content.stream_status',
    ])
    .where('content.id', '=', id)
    .executeTakeFirst()
}

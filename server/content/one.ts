import type { Embed, OneContent } from '#contract/content.ts'
import { Refusal } from '#contract/refusals.ts'
import { contentTopic } from '../events.ts'
import { batches } from '../platform/batches.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import { statement } from '../platform/db/statement.ts'
import { type Anonymous, anonymous, idOf, type Member, type Viewer } from '../platform/http/viewer.ts'
import { placeIn } from '../platform/live.ts'
import { mayLeave } from '../safety/outside.ts'
import { openableItems, watchableItems } from '../safety/items.ts'
import { followOf } from '../safety/profile.ts'
import { adsFor } from './ads.ts'
import { cards, present } from './cards.ts'
import { asItStands, standingOf, statementId } from './standing.ts'

/** One item through the viewer, with whether they like it and where to follow it from. */
export async function one(viewer: Viewer, id: string): Promise<OneContent> {
  const row = await rowFor(viewer, id)
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

async function rowFor(viewer: Viewer, id: string) {
  if (viewer.kind === 'anonymous') return rowForAll(id, anonymous)
  const toThem = toMember[viewer.sees16 ? 'sees16' : 'others']
  const [row] = await toThem({ id, topic: contentTopic(id), who: viewer.id })
  return row
}

/** Who is not signed in sees what all others see who are not: who asks at once hears one answer, to a question put after each of them. */
const rowForAll = batches(async (id, askers: Anonymous[]) => {
  const [row] = await toAll({ id, topic: contentTopic(id) })
  return askers.map(() => row)
})

/** It is asked for more often than anything else: put together once for each form of the policy on it. */
const toAll = statement(['id', 'topic'], ({ id, topic }) => itemFor(anonymous, id, topic))
const toMember = {
  sees16: statement(['id', 'topic', 'who'], ({ id, topic, who }) => itemFor(memberOf(who, true), id, topic)),
  others: statement(['id', 'topic', 'who'], ({ id, topic, who }) => itemFor(memberOf(who, false), id, topic)),
}

/** All that the policy on an item may ask about a member. Whoever asks for more needs another form of the statement, and is told so. */
function memberOf(id: string, sees16: boolean): Member {
  const known = { kind: 'member', id, sees16 }
  return new Proxy(known as Member, {
    get(_, name) {
      if (!(name in known)) throw new Error(`the statement of one item has no form for ${String(name)}`)
      return known[name as keyof typeof known]
    },
  })
}

function itemFor(viewer: Viewer, id: string, topic: string) {
  return (
    cards(openableItems(viewer))
      .select(['content.stream_id', 'content.moderation', statementId.as('statement_id')])
      .select([mayLeave().as('indexable'), followOf(viewer, 'creator').as('follow')])
      // Of the same moment: what happens after it is told live, what happened before stands in the answer.
      .select(placeIn(topic).as('live_cursor'))
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
  )
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

/** As `rowForAll`. */
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

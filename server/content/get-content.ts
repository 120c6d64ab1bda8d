import { sql } from 'kysely'
import { classifyPlaybackPosition } from '#contract/engagement/playback-resume.ts'
import type { EmbedContent, ContentDetail } from '#contract/content/content.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { getContentEventTopic } from '#server/domain-events.ts'
import { coalesceWrites } from '#server/platform/coalesce-writes.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import { compileStatement } from '#server/platform/db/compiled-statement.ts'
import {
  type AnonymousViewer,
  anonymousViewer,
  getViewerId,
  type Member,
  type Viewer,
} from '../platform/http/viewer.ts'
import { latestEventIdSql } from '#server/platform/live-updates/live-updates.ts'
import { isItemIndexable } from '#server/access-policy/search-indexing.ts'
import { selectItemsWithViewablePage, selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { followStateSql } from '#server/access-policy/visible-profiles.ts'
import { loadAdBreakConfig } from './content-ads.ts'
import { contentCaptionsSql, presentCaptions } from './content-captions.ts'
import { presentChapters } from './content-chapters.ts'
import { selectContentCards, presentContent } from './content-cards.ts'
import {
  omitTakenDownMediaUrls,
  toModerationStatus,
  latestStatementOfReasonsId,
} from './moderation-status.ts'
import { presentPublication } from './publication/publication.ts'

/**
 * Returns one item as the viewer sees it, with the viewer's like status and the cursor for live updates.
 * Throws `content_not_found`.
 */
export async function loadContentItem(viewer: Viewer, id: string): Promise<ContentDetail> {
  const row = await loadItemRow(viewer, id)
  if (!row) throw new ApiError('content_not_found')
  const shown = omitTakenDownMediaUrls(presentContent(viewer, row), row)
  const stream_id = shown.mine ? row.stream_id : null
  const { indexable, follow, live_cursor, history } = row
  return {
    ...shown,
    tags: row.tags,
    chapters: presentChapters(viewer, row),
    captions: presentCaptions(row.captions, shown),
    ...(shown.mine ? toModerationStatus(row) : { moderation: null, statement_id: null }),
    ...(shown.mine ? presentPublication(row) : { publication_state: null, publish_at: null }),
    liked: Boolean(row.liked),
    follow,
    indexable,
    stream_id,
    live_cursor,
    ...(history && { resume: toResumePosition(history, row.duration_seconds) }),
    ...(await loadAdBreakConfig(viewer, id)),
  }
}

function toResumePosition({ seconds, watched_at }: HistoryRow, duration: number | null) {
  const isResumable = classifyPlaybackPosition(seconds, duration ?? 0) === 'resumable'
  return { seconds: isResumable ? seconds : 0, watched_at: new Date(watched_at).toISOString() }
}

interface HistoryRow {
  seconds: number
  watched_at: string
}

async function loadItemRow(viewer: Viewer, id: string) {
  if (viewer.kind === 'anonymous') return loadAnonymousItemRow(id, anonymousViewer)
  const statement = memberItemStatements[viewer.canSeeRated16 ? 'canSeeRated16' : 'others']
  const [row] = await statement({ id, topic: getContentEventTopic(id), who: viewer.id })
  return row
}

/**
 * Loads an item for anonymous visitors. All anonymous visitors see the same row, so concurrent requests share
 * one query. A request never gets the result of a query that started before the request arrived.
 */
const loadAnonymousItemRow = coalesceWrites(async (id, callers: AnonymousViewer[]) => {
  const [row] = await anonymousItemStatement({ id, topic: getContentEventTopic(id) })
  return callers.map(() => row)
})

/**
 * The site sends this SQL statement more often than any other. Each variant of the statement is compiled
 * once.
 */
const anonymousItemStatement = compileStatement(['id', 'topic'], ({ id, topic }) =>
  selectItem(anonymousViewer, id, topic),
)
const memberItemStatements = {
  canSeeRated16: compileStatement(['id', 'topic', 'who'], ({ id, topic, who }) =>
    selectItem(memberPlaceholder(who, true), id, topic),
  ),
  others: compileStatement(['id', 'topic', 'who'], ({ id, topic, who }) =>
    selectItem(memberPlaceholder(who, false), id, topic),
  ),
}

/**
 * Returns a placeholder that stands for the viewer while the statement is compiled. The placeholder has only
 * the properties that the access policy on items reads. Reading any other property throws: if the policy
 * depended on another property, the statement would need more variants.
 */
function memberPlaceholder(id: string, canSeeRated16: boolean): Member {
  const known = { kind: 'member', id, canSeeRated16 }
  return new Proxy(known as Member, {
    get(_, name) {
      if (!(name in known))
        throw new Error(`the compiled item statement does not cover the property ${String(name)}`)
      return known[name as keyof typeof known]
    },
  })
}

function selectItem(viewer: Viewer, id: string, topic: string) {
  return (
    selectContentCards(viewer, selectItemsWithViewablePage(viewer))
      .select(['content.tags', 'content.custom_chapters', 'content.publication_state', 'content.publish_at'])
      .select(['content.stream_id', 'content.moderation', latestStatementOfReasonsId.as('statement_id')])
      .select(contentCaptionsSql.as('captions'))
      .select([isItemIndexable().as('indexable'), followStateSql(viewer, 'creator').as('follow')])
      // The cursor is read in the same snapshot as the row. Later changes arrive as live updates, and earlier
      // changes are already in the response.
      .select(latestEventIdSql(topic).as('live_cursor'))
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('likes')
              .select('likes.user_id')
              .whereRef('likes.content_id', '=', 'content.id')
              .where('likes.user_id', '=', getViewerId(viewer)),
          )
          .as('liked'),
      )
      .select(selectHistoryRow(viewer).as('history'))
      .where('content.id', '=', id)
  )
}

/**
 * The viewer's history entry for the item. People who have not turned on the watch history have no entries.
 */
function selectHistoryRow(viewer: Viewer) {
  if (viewer.kind === 'anonymous') return sql<HistoryRow | null>`null::jsonb`
  return sql<HistoryRow | null>`(select jsonb_build_object('seconds', seconds, 'watched_at', watched_at)
    from watch_history where user_id = ${viewer.id} and content_id = content.id)`
}

/** Returns the item with this playback id. Throws `content_not_found`. */
export async function loadEmbedByPlaybackId(viewer: Viewer, playbackId: string): Promise<EmbedContent> {
  const row = await selectContentCards(viewer, selectWatchableItems(viewer))
    .select(['content.custom_chapters', isItemIndexable().as('indexable'), contentCaptionsSql.as('captions')])
    .where('content.playback_id', '=', playbackId)
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  const { indexable } = row
  const shown = presentContent(viewer, row)
  const captions = presentCaptions(row.captions, shown)
  return { ...shown, chapters: presentChapters(viewer, row), captions, indexable }
}

/**
 * Returns the columns that are needed to act on an item, for example to like it. Throws `content_not_found`
 * if the viewer cannot see the item.
 */
export async function requireVisibleContent(viewer: Viewer, id: string, on: Db | Tx = db) {
  const isShareable = viewer.kind === 'anonymous' && on === db
  const row = isShareable
    ? await loadAnonymousVisibleItem(id, anonymousViewer)
    : await selectVisibleItem(viewer, id, on)
  if (!row) throw new ApiError('content_not_found')
  return row
}

/** Loads an item for anonymous visitors. Concurrent requests share one query (see `loadAnonymousItemRow`). */
const loadAnonymousVisibleItem = coalesceWrites(async (id, callers: AnonymousViewer[]) => {
  const row = await selectVisibleItem(anonymousViewer, id, db)
  return callers.map(() => row)
})

function selectVisibleItem(viewer: Viewer, id: string, on: Db | Tx) {
  return selectWatchableItems(viewer, on)
    .select([
      'content.id',
      'content.user_id',
      'content.content_type',
      'content.playback_id',
      'content.stream_status',
      'content.duration_seconds',
    ])
    .where('content.id', '=', id)
    .executeTakeFirst()
}

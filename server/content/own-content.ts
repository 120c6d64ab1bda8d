import { presentProcessingError } from './processing-errors/processing-errors.ts'
import type { listOwnContent, OwnContent } from '#contract/content/own-content.ts'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { ContentType } from '#contract/content/content-types.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../platform/config.ts'
import { paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Member } from '../platform/http/viewer.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { presentAdFieldsForOwner } from './content-ads.ts'
import { isBeforeContentCursor, selectContentCards, presentContent } from './content-cards.ts'
import { presentReplacement, contentReplacementSql } from './content-replacement.ts'
import { presentPublication } from './publication/publication.ts'
import {
  omitTakenDownMediaUrls,
  toModerationStatus,
  latestStatementOfReasonsId,
} from './moderation-status.ts'

type Query = ParsedInputOf<typeof listOwnContent>['query']

/**
 * Lists the viewer's own uploads in every state, newest first. The result also contains the number of uploads
 * of each content type.
 */
export async function listOwnContentItems(
  viewer: Member,
  wanted: Query,
): Promise<ResponseOf<typeof listOwnContent>> {
  const [rows, counts] = await Promise.all([
    selectOwnCards(viewer)
      .where(isBeforeContentCursor(wanted.cursor))
      .$if(wanted.content_type !== undefined, (q) =>
        q.where('content.content_type', '=', wanted.content_type!),
      )
      .orderBy('content.created_at', 'desc')
      .orderBy('content.id', 'desc')
      .limit(toFetchLimitSql(wanted.limit))
      .execute(),
    countOwnItemsByType(viewer),
  ])
  const page = paginateRows(rows, wanted.limit)
  return { ...page, items: page.items.map((row) => presentOwn(viewer, row)), counts }
}

export async function loadOwnContentItem(viewer: Member, id: string): Promise<OwnContent> {
  const row = await selectOwnCards(viewer).where('content.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  return presentOwn(viewer, row)
}

function selectOwnCards(viewer: Member) {
  return selectContentCards(viewer, selectOwnItems(viewer.id))
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .leftJoin('uploads', (join) =>
      join.onRef('uploads.content_id', '=', 'content.id').on('uploads.completed_at', 'is', null),
    )
    .select(['streams.id as stream_id', 'streams.percent', 'streams.error_title', 'streams.error_detail'])
    .select(['uploads.id as upload_id', 'content.moderation', latestStatementOfReasonsId.as('statement_id')])
    .select(['content.rating_by_decision', 'content.publication_state', 'content.publish_at'])
    .select(['content.tags', 'content.custom_chapters', contentReplacementSql.as('replacement')])
    .select(['content.vast_tag_url', 'content.ad_breaks', 'content.monetization_enabled'])
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwnCards>['executeTakeFirstOrThrow']>>

function presentOwn(viewer: Member, row: OwnRow): OwnContent {
  return {
    ...omitTakenDownMediaUrls(presentContent(viewer, row), row),
    ...toModerationStatus(row),
    ...presentPublication(row),
    stream_id: row.stream_id,
    upload_url: row.upload_id && `${config.publicUrl}/api/uploads/${row.upload_id}`,
    tags: row.tags,
    custom_chapters: row.custom_chapters,
    comment_mode: row.comment_mode,
    rating_fixed: row.rating_by_decision,
    percent: row.percent,
    views: row.views,
    replacement: presentReplacement(row.replacement),
    error: presentProcessingError(row.error_title, row.error_detail),
    ...presentAdFieldsForOwner(viewer, row),
  }
}

async function countOwnItemsByType(viewer: Member): Promise<Partial<Record<ContentType, number>>> {
  const rows = await selectOwnItems(viewer.id)
    .select(['content_type', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('content_type')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.content_type, Number(row.count)]))
}

import type { listOwnContent, OwnContent } from '#contract/content.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { ContentType } from '#contract/kinds.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { pageOf, rowsFor } from '../platform/db/keyset.ts'
import type { Member } from '../platform/http/viewer.ts'
import { ownItems } from '../safety/items.ts'
import { ownAds } from './ads.ts'
import { before, cards, present } from './cards.ts'
import { asItStands, standingOf, statementId } from './standing.ts'

type Query = ParsedOf<typeof listOwnContent>['query']

/** One's own uploads in every state, newest first, with how many there are of each type. */
export async function listOwn(viewer: Member, wanted: Query): Promise<AnswerOf<typeof listOwnContent>> {
  const [rows, counts] = await Promise.all([
    ownCards(viewer)
      .where(before(wanted.cursor))
      .$if(wanted.content_type !== undefined, (q) =>
        q.where('content.content_type', '=', wanted.content_type!),
      )
      .orderBy('content.created_at', 'desc')
      .orderBy('content.id', 'desc')
      .limit(rowsFor(wanted.limit))
      .execute(),
    countByType(viewer),
  ])
  const page = pageOf(rows, wanted.limit)
  return { ...page, items: page.items.map((row) => presentOwn(viewer, row)), counts }
}

export async function ownOne(viewer: Member, id: string): Promise<OwnContent> {
  const row = await ownCards(viewer).where('content.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('content_not_found')
  return presentOwn(viewer, row)
}

function ownCards(viewer: Member) {
  return cards(ownItems(viewer.id))
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .leftJoin('uploads', (join) =>
      join.onRef('uploads.content_id', '=', 'content.id').on('uploads.completed_at', 'is', null),
    )
    .select(['streams.id as stream_id', 'streams.percent', 'streams.error_title', 'streams.error_detail'])
    .select(['uploads.id as upload_id', 'content.moderation', statementId.as('statement_id')])
    .select('content.rating_by_decision')
    .select(['content.vast_tag_url', 'content.ad_breaks', 'content.monetization_enabled'])
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof ownCards>['executeTakeFirstOrThrow']>>

function presentOwn(viewer: Member, row: OwnRow): OwnContent {
  return {
    ...asItStands(present(viewer, row), row),
    ...standingOf(row),
    stream_id: row.stream_id,
    upload_url: row.upload_id && `${config.publicUrl}/api/uploads/${row.upload_id}`,
    rating_fixed: row.rating_by_decision,
    percent: row.percent,
    views: row.views,
    error: row.error_title ? { title: row.error_title, detail: row.error_detail ?? '' } : null,
    ...ownAds(viewer, row),
  }
}

async function countByType(viewer: Member): Promise<Partial<Record<ContentType, number>>> {
  const rows = await ownItems(viewer.id)
    .select(['content_type', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('content_type')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.content_type, Number(row.count)]))
}

import { type RawBuilder, sql } from 'kysely'
import { safetyContactTopics } from '#contract/contact/contact-form.ts'
import type { listContactMessages as endpoint } from '#contract/contact/contact-inbox.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import type { StaffViewer } from '#server/moderation/staff/staff-viewer.ts'
import { db } from '#server/platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { createSiteGauge } from '#server/platform/metrics/site-gauge.ts'
import { presentMessageSummary, selectMessageSummaries } from './contact-message.ts'

type InboxQuery = ParsedInputOf<typeof endpoint>['query']

const keyset = createKeyset('contact_messages')

const isSafetyMessage = sql<boolean>`contact_messages.topic in (${sql.join(safetyContactTopics.map((topic) => sql.lit(topic)))})`

/** Lists the messages of the contact form, newest first. The list does not contain their texts and addresses. */
export async function listContactMessages(
  viewer: StaffViewer,
  { state, only, cursor, limit }: InboxQuery,
): Promise<ResponseOf<typeof endpoint>> {
  const [rows, counts] = await Promise.all([
    selectMessageSummaries()
      .select(keyset.rowCursor.as('place'))
      .where('contact_messages.closed_at', state === 'open' ? 'is' : 'is not', null)
      .$if(only === 'mine', (messages) => messages.where('assigned_to', '=', viewer.id))
      .$if(only === 'safety', (messages) => messages.where(isSafetyMessage))
      .where(keyset.before(cursor))
      .orderBy('contact_messages.created_at', 'desc')
      .orderBy('contact_messages.id', 'desc')
      .limit(toFetchLimitSql(limit))
      .execute(),
    countOpenMessages(viewer.id),
  ])
  const { items, next_cursor } = paginateRows(rows, limit)
  return { items: items.map(presentMessageSummary), next_cursor, counts }
}

const countWhere = (which: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${which}))::int`

function countOpenMessages(userId: string) {
  return db
    .selectFrom('contact_messages')
    .select(sql<number>`count(*)::int`.as('open'))
    .select(countWhere(sql<boolean>`assigned_to = ${userId}`).as('mine'))
    .select(countWhere(isSafetyMessage).as('safety'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
}

createSiteGauge(
  'afterbell_contact_open_messages',
  'Messages of the contact form that are not closed',
  async () => {
    const { open } = await db
      .selectFrom('contact_messages')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow()
    return open
  },
)

import { selectOwnItems } from '#server/access-policy/content-queries.ts'

/** Selects the user's broadcasts for the data export. */
export function selectExportedBroadcasts(userId: string) {
  return selectOwnItems(userId)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select(['broadcasts.content_id', 'title', 'broadcasts.source', 'broadcasts.delay_seconds'])
    .select(['broadcasts.created_at', 'started_at', 'ended_at', 'end_reason', 'end_detail'])
    .orderBy('broadcasts.created_at')
}

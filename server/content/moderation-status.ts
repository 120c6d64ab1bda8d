import { sql } from 'kysely'
import type { Content } from '#contract/content/content.ts'
import type { ContentModerationState } from '#contract/moderation/moderation-states.ts'

type State = Exclude<ContentModerationState, 'deleted'>

/**
 * The id of the newest statement of reasons in force for an item. Use this expression only in a query that
 * selects from `content`.
 */
export const latestStatementOfReasonsId = sql<string | null>`(select decisions.id from decisions
  where decisions.content_id = content.id and decisions.subject = 'content' and decisions.reversed_at is null
  and decisions.action in ('limit', 'rate_16', 'hold', 'remove', 'quarantine')
  order by decisions.made_at desc limit 1)`

/**
 * Returns the moderation status that the owner sees. Only admins can know that an item is quarantined, so
 * owners see a quarantined item as removed.
 */
export function toModerationStatus(row: { moderation: State; statement_id: string | null }) {
  const moderation = row.moderation === 'quarantined' ? ('removed' as const) : row.moderation
  return { moderation, statement_id: row.statement_id }
}

/** Removes the media URLs of removed items. Not even the owner gets the media URLs of a removed item. */
export function omitTakenDownMediaUrls(shown: Content, { moderation }: { moderation: State }): Content {
  if (moderation !== 'removed' && moderation !== 'quarantined') return shown
  return {
    ...shown,
    cover_url: null,
    thumbnail_url: null,
    preview_url: null,
    stream_url: null,
    stream_thumbnail_url: null,
    storyboard_url: null,
    playback_id: null,
  }
}

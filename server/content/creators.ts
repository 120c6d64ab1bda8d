import { sql } from 'kysely'
import type { Creator } from '#contract/content/content.ts'
import { getVisibleDisplayName } from '#server/access-policy/contact-detail-visibility.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/**
 * Whether the item's creator is a minor. A creator without a profile counts as a minor. Use this condition
 * only in a query that has the table alias `creator`.
 */
export const isCreatorMinor = sql<boolean>`coalesce(creator.is_minor, true)`

/**
 * The columns of a creator that `presentCreator` needs, and the `by_minor` column. Use these columns only in
 * a query that has the table alias `creator`. If a creator has no profile, the username and the display name
 * are empty.
 */
export const creatorColumns = [
  'creator.avatar_url',
  sql<string>`coalesce(creator.username, '')`.as('username'),
  sql<string>`coalesce(creator.display_name, '')`.as('display_name'),
  isCreatorMinor.as('by_minor'),
] as const

/** Returns the public profile of a creator as the viewer sees it on cards and pages. */
export function presentCreator(
  viewer: Viewer,
  { user_id, username, display_name, avatar_url }: Creator,
): Creator {
  return {
    user_id,
    username,
    display_name: getVisibleDisplayName(viewer, display_name, username),
    avatar_url,
  }
}

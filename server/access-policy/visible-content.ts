import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '#contract/content/content-types.ts'
import { type AnonymousViewer, getViewerId, type Viewer } from '#server/platform/http/viewer.ts'
import { allowsSearchIndexing } from './search-indexing-consent.ts'
import { isBlockedEitherWay, isAccountHidden } from './visible-profiles.ts'

/*
 * The access policy for content as SQL conditions for every query (`comment-and-follow-permissions.ts`
 * contains the policy for actions). The conditions refer to `content` and `creator` (profiles, joined by
 * user_id). Constants are written as literals, because PostgreSQL cannot use the partial indexes if the
 * constants are parameters.
 */

/** The members for whom a query decides at once: their ids and rights are columns of the query. */
export interface MemberColumns {
  kind: 'members'
  id: RawBuilder<string>
  canSeeRated16: RawBuilder<boolean>
}

/**
 * Whether this viewer may play the item. The owner may play the item unless it was taken down. Other viewers
 * may play the item only if it is published and they are in its audience. Lists omit items whose creator has
 * no profile, but this condition also matches such items.
 */
export function isWatchable(viewer: Viewer | MemberColumns): RawBuilder<boolean> {
  const open = sql<boolean>`((content.visibility <> 'only_me' or ${isUnlisted}) and content.moderation in ('approved', 'limited')
    and content.stream_status in ('ready', 'live') and ${isInAudience(viewer)})`
  if (viewer.kind === 'anonymous') return sql<boolean>`(content.deleted_at is null and ${open})`
  return sql<boolean>`(content.deleted_at is null and (${open}
    or (content.user_id = ${viewer.id} and content.moderation not in ('removed', 'quarantined'))))`
}

/**
 * Whether the item is unlisted: everyone with the link to an unlisted item may watch it. The `visibility`
 * column of unlisted, draft and scheduled items is `only_me`, so that lists treat them as private
 * (decisions/059).
 */
const isUnlisted = sql<boolean>`(content.publication_state = 'published'
    and content.chosen_visibility is not distinct from 'unlisted')`

/**
 * The visibility that the creator has chosen. For an unpublished item, the chosen visibility takes effect
 * when the item is published.
 */
export const chosenVisibilitySql = sql<Visibility>`coalesce(content.chosen_visibility, content.visibility)`

/**
 * Whether this viewer can open the item's page. The owner can also open the page of an item that was taken
 * down, to read the reason.
 */
export function isContentPageAccessible(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(${isWatchable(viewer)} or ${isOwnedBy(getViewerId(viewer))})`
}

/**
 * Whether an item can appear in lists and search results for at least some viewers. The partial indexes for
 * lists and search use the same condition as `isDiscoverable`.
 */
export const isDiscoverable = sql<boolean>`content.deleted_at is null and content.visibility <> 'only_me' and content.moderation = 'approved'
    and content.stream_status = 'ready'`

/**
 * Whether this viewer can find the item in lists, search, charts and recommendations. Items that a moderator
 * has limited can be opened with a link but do not appear in lists.
 */
export function isListed(viewer: Viewer): RawBuilder<boolean> {
  return isListedIf(isDiscoverable, viewer)
}

/**
 * Whether a broadcast on air can appear in the list of broadcasts for at least some viewers. Lists of videos
 * do not contain broadcasts.
 */
const isDiscoverableBroadcast = sql<boolean>`(content.deleted_at is null and content.visibility <> 'only_me'
    and content.moderation = 'approved' and content.stream_status = 'live' and exists (select from broadcasts
      where broadcasts.content_id = content.id and broadcasts.state = 'on_air'))`

/** Whether this viewer can find the broadcast while it is on air. The rules are the same as for `isListed`. */
export function isListedBroadcast(viewer: Viewer): RawBuilder<boolean> {
  return isListedIf(isDiscoverableBroadcast, viewer)
}

/** Whether a scheduled broadcast can appear in the list of scheduled broadcasts for at least some viewers. */
export const isDiscoverableScheduledBroadcast = sql<boolean>`(content.deleted_at is null and content.visibility <> 'only_me'
    and content.moderation = 'approved' and content.stream_status = 'live' and exists (select from scheduled_broadcasts
      where scheduled_broadcasts.content_id = content.id and scheduled_broadcasts.state = 'scheduled'))`

/** Whether this viewer can find the scheduled broadcast. The rules are the same as for `isListed`. */
export function isListedScheduledBroadcast(viewer: Viewer): RawBuilder<boolean> {
  return isListedIf(isDiscoverableScheduledBroadcast, viewer)
}

/**
 * Whether the item is a video that appears in lists or a broadcast on air. Followers can be notified about
 * both.
 */
export const isAnnounceable = sql<boolean>`((${isDiscoverable}) or ${isDiscoverableBroadcast})`

function isListedIf(isFindable: RawBuilder<boolean>, viewer: Viewer): RawBuilder<boolean> {
  const unmuted =
    viewer.kind === 'anonymous'
      ? crawlerCondition(viewer)
      : sql`and not exists (select from mutes where muter_id = ${viewer.id} and muted_id = content.user_id)`
  return sql<boolean>`(${isFindable} and creator.user_id is not null and ${isInAudience(viewer)} ${unmuted})`
}

/** If the viewer is a crawler, limits lists to indexable content, because crawlers publish what they find. */
function crawlerCondition({ isCrawler }: AnonymousViewer) {
  return isCrawler ? sql`and ${allowsSearchIndexing(sql.ref('content.user_id'))}` : sql``
}

/**
 * Matches the items whose comments the viewer may see. If the creator has turned comments off, only the
 * creator may see the existing comments.
 */
export function areCommentsReadable(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(content.comment_mode <> 'off' or content.user_id = ${getViewerId(viewer)})`
}

/** Whether the item belongs to this user and is not deleted. */
export function isOwnedBy(userId: string | null): RawBuilder<boolean> {
  return sql<boolean>`(content.deleted_at is null and content.user_id = ${userId})`
}

/**
 * Whether the viewer is a staff member who has claimed an open case about the item. Quarantined content
 * remains hidden even from staff who have claimed its case.
 */
export function isInClaimedCase(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.kind === 'anonymous' || viewer.role === 'user') return sql<boolean>`false`
  return sql<boolean>`(content.deleted_at is null and content.moderation <> 'quarantined' and exists (select from cases
    where cases.content_id = content.id and cases.claimed_by = ${viewer.id} and cases.closed_at is null))`
}

/**
 * Whether the viewer is in the item's audience. The audience depends on the creator's account, on blocks, and
 * on the item's visibility and age rating.
 */
function isInAudience(viewer: Viewer | MemberColumns): RawBuilder<boolean> {
  const isForAll = sql`((content.visibility = 'public' or ${isUnlisted}) and creator.is_private is not true)`
  if (viewer.kind === 'anonymous')
    return sql<boolean>`(${isForAll} and content.rating = 'all' and not ${isAccountHidden('creator')})`
  const follows = sql`exists (select from follows where follower_id = ${viewer.id}
    and followed_id = content.user_id and follows.state = 'approved')`
  const ifRated = viewer.kind === 'members' ? sql`or ${viewer.canSeeRated16}` : sql``
  const isRated =
    viewer.canSeeRated16 === true
      ? sql``
      : sql`and (content.rating = 'all' or content.user_id = ${viewer.id} ${ifRated})`
  return sql<boolean>`((${isForAll} or ${follows}) and not ${isAccountHidden('creator')}
    and not ${isBlockedEitherWay(viewer.id, sql.ref('content.user_id'))} ${isRated})`
}

import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import type { AgeBand } from '#contract/safety/safety-defaults.ts'
import type {
  CommentAudience,
  CommentAccessInput,
  FollowAccessInput,
} from '#server/access-policy/comment-and-follow-permissions.ts'

/*
 * The rules that decide who can see and find content, as pure functions of plain data. The product makes the
 * same decisions in SQL, and the tests in this folder compare the two implementations. The first matching
 * rule wins: deleted → quarantined → owner → account state → block → moderation → audience → age rating →
 * staff who have claimed an open case.
 */

/** The facts about the viewer that the policy needs. */
export interface ViewerFacts {
  kind: 'anonymous' | 'member' | 'staff'
  band: AgeBand
  /** Whether the viewer may see content rated 16+. */
  canSeeRated16: boolean
  /** Staff only: whether the viewer has claimed an open case about this item. */
  hasClaimedCase: boolean
}

/** The relationship between the viewer and the owner. */
export interface RelationshipFacts {
  isSelf: boolean
  follow: 'none' | 'pending' | 'approved'
  /** Whether the viewer has blocked the owner, or the owner has blocked the viewer. */
  isBlocked: boolean
  /** Whether the viewer has muted the owner. */
  isMuted: boolean
}

export interface OwnerFacts {
  band: AgeBand
  isPrivate: boolean
  /** Whether the account is suspended, banned or scheduled for deletion, and so visible only to its owner. */
  isHidden: boolean
  commentsFrom: CommentAudience
}

export interface ContentFacts {
  isDeleted: boolean
  moderation: 'pending' | 'approved' | 'limited' | 'held' | 'removed' | 'quarantined'
  /** The visibility that the owner has chosen. */
  visibility: 'public' | 'followers' | 'unlisted' | 'only_me'
  publication: 'draft' | 'scheduled' | 'published'
  /** `live` is a broadcast that has not started yet, and `on_air` is a broadcast that is on air. */
  status: 'processing' | 'ready' | 'live' | 'on_air'
  rating: 'all' | '16'
}

export type WatchAccess = 'full' | 'stub' | 'review' | 'none'

/**
 * Returns how much of a profile is visible: everything, the card of a private profile, or nothing, as if the
 * profile did not exist.
 */
export function decideProfileAccess(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
): 'full' | 'card' | 'none' {
  if (relationship.isSelf) return 'full'
  if (owner.isHidden || relationship.isBlocked) return viewer.hasClaimedCase ? 'full' : 'none'
  return owner.isPrivate && relationship.follow !== 'approved' && !viewer.hasClaimedCase ? 'card' : 'full'
}

/**
 * Returns whether an item can be opened. The result `stub` means that the owner sees the item's status but
 * cannot play the item. The result `review` means that staff can see the item in a case that they have
 * claimed.
 */
export function decideWatchAccess(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
): WatchAccess {
  if (item.isDeleted) return 'none'
  if (item.moderation === 'quarantined') return relationship.isSelf ? 'stub' : 'none'
  if (relationship.isSelf) return item.moderation === 'removed' ? 'stub' : 'full'
  return isItemOpen(viewer, relationship, owner, item) ? 'full' : viewer.hasClaimedCase ? 'review' : 'none'
}

/**
 * Returns whether lists, search, charts and recommendations may show an item. Limited items can be opened but
 * not found.
 */
export function canBeListed(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
): boolean {
  return item.status === 'ready' && canBeFound(viewer, relationship, owner, item)
}

/** Returns whether the list of broadcasts may show an item. */
export function canBeListedAsBroadcast(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
): boolean {
  return item.status === 'on_air' && canBeFound(viewer, relationship, owner, item)
}

function canBeFound(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
): boolean {
  return (
    !item.isDeleted &&
    item.moderation === 'approved' &&
    item.visibility !== 'unlisted' &&
    !relationship.isMuted &&
    isItemOpen(viewer, relationship, owner, item)
  )
}

/**
 * Applies the rules for account state, blocks, moderation, audience and age rating to an item, and returns
 * whether the item is allowed. In lists, these access rules also apply to items that the viewer owns.
 */
function isItemOpen(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
): boolean {
  if (owner.isHidden || relationship.isBlocked) return false
  if (item.moderation !== 'approved' && item.moderation !== 'limited') return false
  if (item.status === 'processing' || item.visibility === 'only_me') return false
  if (item.publication !== 'published') return false
  const isForAll = item.visibility !== 'followers' && !owner.isPrivate
  if (!isForAll && relationship.follow !== 'approved') return false
  return item.rating === 'all' || viewer.canSeeRated16 || relationship.isSelf
}

/** Converts the facts about a viewer, an owner and an item into input for the comment policy. */
export function toCommentAccessInput(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: Pick<ContentFacts, 'moderation'>,
  mode: CommentMode = 'everyone',
): CommentAccessInput {
  return {
    isStaff: viewer.kind === 'staff',
    isAdult: viewer.band === '18-19',
    isOwner: relationship.isSelf,
    isFollower: relationship.follow === 'approved',
    ownerBand: owner.band,
    commentsFrom: owner.commentsFrom,
    mode,
    isLimited: item.moderation === 'limited',
  }
}

/** Converts the facts about a viewer and an owner into input for the follow policy. */
export function toFollowAccessInput(
  viewer: Pick<ViewerFacts, 'kind' | 'band'>,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
): FollowAccessInput {
  return {
    isStaff: viewer.kind === 'staff',
    isAdult: viewer.band === '18-19',
    isSelf: relationship.isSelf,
    isBlocked: relationship.isBlocked,
    ownerBand: owner.band,
    isOwnerPrivate: owner.isPrivate,
    isOwnerHidden: owner.isHidden,
  }
}

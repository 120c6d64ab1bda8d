import {
  type AgeBand,
  defaultSettingValue,
  type safetyDefaults,
  type SafetyPreset,
} from '#contract/safety/safety-defaults.ts'

/*
 * The access policy decides who may see, find, comment on and follow what. The policy consists of five pure
 * functions whose inputs are plain facts. The first matching rule wins: deleted → quarantined → owner →
 * account state → block → moderation → audience → age rating → staff by open case. `visible-content.ts` and
 * `visible-profiles.ts` implement the same policy in SQL, and `tests/access/` compares both for every
 * combination of inputs.
 */

/** The facts about the viewer that the policy needs. */
export interface PolicyViewer {
  kind: 'anonymous' | 'member' | 'staff'
  band: AgeBand
  /** Whether the viewer may see content rated 16+. */
  canSeeRated16: boolean
  /** Staff only: whether the viewer has claimed an open case about this item. */
  hasClaimedCase: boolean
}

/** The relationship between the viewer and the owner. */
export interface PolicyRelationship {
  isSelf: boolean
  follow: 'none' | 'pending' | 'approved'
  /** Whether one of the two has blocked the other. */
  isBlocked: boolean
  /** Whether the viewer has muted the owner. */
  isMuted: boolean
}

export interface PolicyOwner {
  band: AgeBand
  isPrivate: boolean
  /**
   * Whether the account is suspended, banned or scheduled for deletion. Such an account is visible only to
   * its owner.
   */
  isHidden: boolean
  commentsFrom: (typeof safetyDefaults)['comments_from']['standard'][number]
}

export interface PolicyItem {
  isDeleted: boolean
  moderation: 'pending' | 'approved' | 'limited' | 'held' | 'removed' | 'quarantined'
  visibility: 'public' | 'followers' | 'only_me'
  isReady: boolean
  rating: 'all' | '16'
}

export type WatchAccess = 'full' | 'stub' | 'review' | 'none'

/**
 * Returns how much of a profile is visible: the full profile, only the card of a private profile, or nothing
 * (as if the profile did not exist).
 */
export function profileAccess(
  viewer: PolicyViewer,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
): 'full' | 'card' | 'none' {
  if (relationship.isSelf) return 'full'
  if (owner.isHidden || relationship.isBlocked) return viewer.hasClaimedCase ? 'full' : 'none'
  return owner.isPrivate && relationship.follow !== 'approved' && !viewer.hasClaimedCase ? 'card' : 'full'
}

/**
 * Returns whether an item can be opened. With `stub`, the owner sees the item's status but cannot play it.
 * With `review`, staff see the item in a case that they have claimed.
 */
export function watchAccess(
  viewer: PolicyViewer,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): WatchAccess {
  if (item.isDeleted) return 'none'
  if (item.moderation === 'quarantined') return relationship.isSelf ? 'stub' : 'none'
  if (relationship.isSelf) return item.moderation === 'removed' ? 'stub' : 'full'
  return isItemOpen(viewer, relationship, owner, item) ? 'full' : viewer.hasClaimedCase ? 'review' : 'none'
}

/**
 * Returns whether lists, search, charts and recommendations may show an item. Limited items can be opened
 * with a link but do not appear in lists.
 */
export function canBeListed(
  viewer: PolicyViewer,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): boolean {
  return (
    !item.isDeleted &&
    item.moderation === 'approved' &&
    !relationship.isMuted &&
    isItemOpen(viewer, relationship, owner, item)
  )
}

/**
 * Returns whether a comment is accepted. A `held` comment waits for the creator's approval. `strict` applies
 * to adult strangers who comment on a minor's video: the comment is published immediately unless the strict
 * lists match (text-moderation/moderate-text.ts).
 */
export function commentAccess(
  viewer: PolicyViewer,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
  preset: SafetyPreset,
): 'yes' | 'strict' | 'held' | 'no' {
  if (viewer.kind !== 'member' || watchAccess(viewer, relationship, owner, item) !== 'full') return 'no'
  if (relationship.isSelf) return 'yes'
  const isStranger = relationship.follow !== 'approved'
  if (owner.commentsFrom === 'nobody') return 'no'
  if (isStranger && (owner.commentsFrom === 'followers' || item.moderation === 'limited')) return 'no'
  if (!isStranger || viewer.band !== '18-19' || owner.band === '18-19') return 'yes'
  return defaultSettingValue('comments_held', owner.band, preset) === 'adult_strangers' ? 'held' : 'strict'
}

/**
 * Returns whether a follow is accepted, needs approval, or is impossible. Staff accounts cannot follow
 * anyone.
 */
export function followAccess(
  asker: Pick<PolicyViewer, 'kind' | 'band'>,
  between: Pick<PolicyRelationship, 'isSelf' | 'isBlocked'>,
  owner: Omit<PolicyOwner, 'commentsFrom'>,
  preset: SafetyPreset,
): 'instant' | 'request' | 'no' {
  if (asker.kind !== 'member' || between.isSelf || owner.isHidden || between.isBlocked) return 'no'
  const rule = defaultSettingValue('followed_by_adults', owner.band, preset)
  if (asker.band === '18-19' && rule === 'never') return 'no'
  return owner.isPrivate || (asker.band === '18-19' && rule === 'request') ? 'request' : 'instant'
}

/**
 * Returns whether an item passes the rules between the owner rule and the staff rule, that is, account state
 * to age rating. These rules make no exception for owners. Lists apply them to owners too.
 */
function isItemOpen(
  viewer: PolicyViewer,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): boolean {
  if (owner.isHidden || relationship.isBlocked) return false
  if (item.moderation !== 'approved' && item.moderation !== 'limited') return false
  if (!item.isReady || item.visibility === 'only_me') return false
  const isForAll = item.visibility === 'public' && !owner.isPrivate
  if (!isForAll && relationship.follow !== 'approved') return false
  return item.rating === 'all' || viewer.canSeeRated16 || relationship.isSelf
}

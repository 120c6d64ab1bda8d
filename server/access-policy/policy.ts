import {
  type AgeBand,
  defaultSettingValue,
  type safetyDefaults,
  type SafetyPreset,
} from '#contract/safety/safety-defaults.ts'

/*
 * The policy: who may see, find, say and follow. Five pure functions over plain facts; the first rule that fits wins:
 * deleted → quarantined → owner → account state → block → moderation → audience → age rating → staff by open case.
 * `visible.ts` and `profile.ts` say the same in SQL, and `tests/access/` holds the two together over every combination of
 * their inputs.
 */

/** Who asks. */
export interface PolicyAsker {
  kind: 'anonymous' | 'member' | 'staff'
  band: AgeBand
  /** May see what is rated 16+. */
  sees16: boolean
  /** Staff: has claimed an open case about this very thing. */
  hasCase: boolean
}

/** What lies between the one who asks and the one whose thing it is. */
export interface PolicyRelationship {
  isSelf: boolean
  follow: 'none' | 'pending' | 'approved'
  /** Either way. */
  isBlocked: boolean
  /** The one who asks has muted the other. */
  isMuted: boolean
}

export interface PolicyOwner {
  band: AgeBand
  isPrivate: boolean
  /** Suspended, banned or leaving: there for nobody but themself. */
  isAway: boolean
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

/** How much of a profile is shown: all, a private one's card, or nothing, as if it never was. */
export function profileAccess(
  asker: PolicyAsker,
  between: PolicyRelationship,
  owner: PolicyOwner,
): 'full' | 'card' | 'none' {
  if (between.isSelf) return 'full'
  if (owner.isAway || between.isBlocked) return asker.hasCase ? 'full' : 'none'
  return owner.isPrivate && between.follow !== 'approved' && !asker.hasCase ? 'card' : 'full'
}

/** Whether an item can be opened. `stub`: its owner learns what became of it, and nobody plays it. `review`: staff, in their case. */
export function watchAccess(
  asker: PolicyAsker,
  between: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): WatchAccess {
  if (item.isDeleted) return 'none'
  if (item.moderation === 'quarantined') return between.isSelf ? 'stub' : 'none'
  if (between.isSelf) return item.moderation === 'removed' ? 'stub' : 'full'
  return isItemOpen(asker, between, owner, item) ? 'full' : asker.hasCase ? 'review' : 'none'
}

/** Whether lists, search, charts and related may show it. What is limited can be opened, not found. */
export function canBeListed(
  asker: PolicyAsker,
  between: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): boolean {
  return (
    !item.isDeleted &&
    item.moderation === 'approved' &&
    !between.isMuted &&
    isItemOpen(asker, between, owner, item)
  )
}

/**
 * Whether a comment is accepted. `held` waits for the creator; `strict` appears at once unless the strict lists find something in
 * it (`text/judge.ts`): adults who are strangers to a minor.
 */
export function commentAccess(
  asker: PolicyAsker,
  between: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
  preset: SafetyPreset,
): 'yes' | 'strict' | 'held' | 'no' {
  if (asker.kind !== 'member' || watchAccess(asker, between, owner, item) !== 'full') return 'no'
  if (between.isSelf) return 'yes'
  const isStranger = between.follow !== 'approved'
  if (owner.commentsFrom === 'nobody') return 'no'
  if (isStranger && (owner.commentsFrom === 'followers' || item.moderation === 'limited')) return 'no'
  if (!isStranger || asker.band !== '18-19' || owner.band === '18-19') return 'yes'
  return defaultSettingValue('comments_held', owner.band, preset) === 'adult_strangers' ? 'held' : 'strict'
}

/** Whether a follow is accepted at once, needs the other person's approval, or is not possible. Staff accounts follow nobody. */
export function followAccess(
  asker: Pick<PolicyAsker, 'kind' | 'band'>,
  between: Pick<PolicyRelationship, 'isSelf' | 'isBlocked'>,
  owner: Omit<PolicyOwner, 'commentsFrom'>,
  preset: SafetyPreset,
): 'instant' | 'request' | 'no' {
  if (asker.kind !== 'member' || between.isSelf || owner.isAway || between.isBlocked) return 'no'
  const rule = defaultSettingValue('followed_by_adults', owner.band, preset)
  if (asker.band === '18-19' && rule === 'never') return 'no'
  return owner.isPrivate || (asker.band === '18-19' && rule === 'request') ? 'request' : 'instant'
}

/** The rules after the owner's, up to the age rating. Owners are asked as anybody here: lists treat them so. */
function isItemOpen(
  asker: PolicyAsker,
  between: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): boolean {
  if (owner.isAway || between.isBlocked) return false
  if (item.moderation !== 'approved' && item.moderation !== 'limited') return false
  if (!item.isReady || item.visibility === 'only_me') return false
  const isForAll = item.visibility === 'public' && !owner.isPrivate
  if (!isForAll && between.follow !== 'approved') return false
  return item.rating === 'all' || asker.sees16 || between.isSelf
}

import {
  type AgeBand,
  getDefaultSettingValue,
  type safetyDefaults,
  type SafetyPreset,
} from '#contract/safety/safety-defaults.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'

/*
 * The access policy for actions: who may comment and who may follow. SQL conditions decide what people may
 * see and find (`visible-content.ts`, `visible-profiles.ts`). `tests/access/policy-oracle.ts` states the
 * rules of these SQL conditions as pure functions, and the tests in `tests/access/` compare the conditions
 * with these functions for every combination of inputs.
 */

export type CommentAudience = (typeof safetyDefaults)['comments_from']['standard'][number]

/** The facts that determine whether a viewer may comment on an item that the viewer may watch. */
export interface CommentAccessInput {
  /** Whether the viewer has a staff role. */
  isStaff: boolean
  /** Whether the viewer is 18 or 19. */
  isAdult: boolean
  /** Whether the viewer is the creator of the item. */
  isOwner: boolean
  /** Whether the creator has approved the viewer as a follower. */
  isFollower: boolean
  ownerBand: AgeBand
  /** The creator's safety setting that limits who may comment on all of their items. */
  commentsFrom: CommentAudience
  /**
   * Who may comment on this item, as its creator has chosen. This choice can be stricter than `commentsFrom`,
   * but not more permissive.
   */
  mode: CommentMode
  /** Whether a moderator has limited the item, so that it does not appear in lists. */
  isLimited: boolean
}

export type CommentAccess = 'yes' | 'approval' | 'strict' | 'held' | 'no'

/**
 * Returns whether a comment is accepted. The results `approval` and `held` mean that the comment needs the
 * creator's approval. The results `strict` and `held` are for adult strangers who comment on a minor's video:
 * the strict word lists decide whether moderators have to review the comment first
 * (text-moderation/moderate-text.ts).
 */
export function decideCommentAccess(facts: CommentAccessInput, preset: SafetyPreset): CommentAccess {
  const { isFollower, ownerBand, commentsFrom, mode } = facts
  if (facts.isStaff || mode === 'off') return 'no'
  if (facts.isOwner) return 'yes'
  if (commentsFrom === 'nobody') return 'no'
  const isForFollowers = commentsFrom === 'followers' || mode === 'followers' || facts.isLimited
  if (!isFollower && isForFollowers) return 'no'
  if (isFollower || !facts.isAdult || ownerBand === '18-19') return mode === 'held' ? 'approval' : 'yes'
  const isHeld = getDefaultSettingValue('comments_held', ownerBand, preset) === 'adult_strangers'
  return isHeld || mode === 'held' ? 'held' : 'strict'
}

/** The facts that determine whether a follow is allowed. */
export interface FollowAccessInput {
  /** Whether the person who wants to follow has a staff role. */
  isStaff: boolean
  /** Whether the person who wants to follow is 18 or 19. */
  isAdult: boolean
  isSelf: boolean
  /** Whether either person has blocked the other. */
  isBlocked: boolean
  ownerBand: AgeBand
  isOwnerPrivate: boolean
  /** Whether the followed account is suspended, banned or scheduled for deletion. */
  isOwnerHidden: boolean
}

/**
 * Returns whether a follow is accepted, needs approval or is not allowed. Staff accounts cannot follow
 * anyone.
 */
export function decideFollowAccess(
  facts: FollowAccessInput,
  preset: SafetyPreset,
): 'instant' | 'request' | 'no' {
  const { isAdult, ownerBand, isOwnerPrivate } = facts
  if (facts.isStaff || facts.isSelf || facts.isOwnerHidden || facts.isBlocked) return 'no'
  const rule = getDefaultSettingValue('followed_by_adults', ownerBand, preset)
  if (isAdult && rule === 'never') return 'no'
  return isOwnerPrivate || (isAdult && rule === 'request') ? 'request' : 'instant'
}

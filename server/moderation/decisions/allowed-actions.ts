import {
  type ModerationAction,
  rolesRequiredByAction,
  moderationActionsBySubject,
  moderationStateAfterAction,
  type StaffRole,
} from '#contract/moderation/moderation-policy.ts'
import { isAllowedTransition } from '#contract/moderation/moderation-states.ts'
import type { ModerationSubjectState } from './moderation-subject-state.ts'

/** Returns the actions that a role can take on a subject in its current state. Pure. */
export function listAllowedModerationActions(
  role: StaffRole,
  now: ModerationSubjectState,
): ModerationAction[] {
  return moderationActionsBySubject[now.subject].filter(
    (action) => isAllowedForRole(role, action) && isActionPossible(action, now, role),
  )
}

function isAllowedForRole(role: StaffRole, action: ModerationAction): boolean {
  return rolesRequiredByAction[action]?.includes(role) ?? true
}

function isActionPossible(action: ModerationAction, now: ModerationSubjectState, role: StaffRole): boolean {
  const { subject, state, person } = now
  if (person.role !== 'user' && role !== 'admin') return false
  // Only admins can act on quarantined content.
  if (state === 'quarantined' && role !== 'admin') return false
  if (action === 'dismiss') return state !== 'held' && state !== 'pending'
  if (action === 'rate_16') return !now.isRatingFixed && state !== 'deleted' && state !== 'quarantined'
  // Staff can stop a broadcast only on its page, not in a case (stop-broadcast.ts).
  if (action === 'stop_broadcast') return false
  if (action === 'refuse_replacement') return now.hasHeldReplacement && state !== 'deleted'
  if (action === 'restore') return hasRestriction(now)
  if (action === 'force_private') return !person.isPrivateByDecision
  const to = moderationStateAfterAction[action]
  if (!to) return true
  // The only part of a profile that can be approved or removed is a held bio.
  if (subject === 'profile') return state === 'held'
  // Removed content is restored with `restore`, which also reverses the decision.
  if (action === 'approve' && (state === 'removed' || state === 'quarantined')) return false
  return isAllowedTransition(subject, state!, to)
}

function hasRestriction({ subject, state, isRatingFixed, person }: ModerationSubjectState): boolean {
  if (subject === 'profile') return person.isSuspended || person.isMuted || person.isPrivateByDecision
  return (
    state === 'removed' ||
    state === 'quarantined' ||
    (isRatingFixed && (state === 'approved' || state === 'limited'))
  )
}

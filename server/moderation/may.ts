import {
  type Action,
  actionNeeds,
  actionsOn,
  mayMove,
  stateAfter,
  type StaffRole,
} from '#contract/moderation.ts'
import type { Standing } from './subject.ts'

/** What a role can do with something as it stands. Touches nothing. */
export function mayDo(role: StaffRole, now: Standing): Action[] {
  return actionsOn[now.subject].filter((action) => isOpenTo(role, action) && isPossible(action, now, role))
}

function isOpenTo(role: StaffRole, action: Action): boolean {
  return actionNeeds[action]?.includes(role) ?? true
}

function isPossible(action: Action, now: Standing, role: StaffRole): boolean {
  const { subject, state, person } = now
  if (person.role !== 'user' && role !== 'admin') return false
  // What is sealed, an admin alone may touch.
  if (state === 'quarantined' && role !== 'admin') return false
  if (action === 'dismiss') return state !== 'held' && state !== 'pending'
  if (action === 'rate_16') return !now.isRatingFixed && state !== 'deleted' && state !== 'quarantined'
  if (action === 'restore') return isTakenFrom(now)
  if (action === 'force_private') return !person.isPrivateByDecision
  const to = stateAfter[action]
  if (!to) return true
  // Of a person only the bio that waits is shown or not.
  if (subject === 'profile') return state === 'held'
  // What was taken away comes back by `restore`, which takes the decision back as well.
  if (action === 'approve' && (state === 'removed' || state === 'quarantined')) return false
  return mayMove(subject, state!, to)
}

function isTakenFrom({ subject, state, isRatingFixed, person }: Standing): boolean {
  if (subject === 'profile') return person.isSuspended || person.isMuted || person.isPrivateByDecision
  return (
    state === 'removed' ||
    state === 'quarantined' ||
    (isRatingFixed && (state === 'approved' || state === 'limited'))
  )
}

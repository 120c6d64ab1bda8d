/** The moderation states of a video. Only the owner sets the `deleted` state. */
export const contentModerationStates = [
  'pending',
  'approved',
  'limited',
  'held',
  'removed',
  'quarantined',
  'deleted',
] as const
export type ContentModerationState = (typeof contentModerationStates)[number]

export const commentModerationStates = ['approved', 'held', 'removed', 'deleted'] as const
export type CommentModerationState = (typeof commentModerationStates)[number]

/**
 * The allowed transitions between moderation states. A removed or quarantined item cannot return to the `held`
 * state.
 */
export const contentStateTransitions: Record<ContentModerationState, readonly ContentModerationState[]> = {
  pending: ['approved', 'limited', 'held', 'removed', 'quarantined', 'deleted'],
  approved: ['pending', 'limited', 'held', 'removed', 'quarantined', 'deleted'],
  limited: ['pending', 'approved', 'held', 'removed', 'quarantined', 'deleted'],
  held: ['approved', 'limited', 'removed', 'quarantined', 'deleted'],
  removed: ['approved', 'limited', 'quarantined', 'deleted'],
  quarantined: ['approved', 'removed', 'deleted'],
  deleted: [],
}

export const commentStateTransitions: Record<CommentModerationState, readonly CommentModerationState[]> = {
  approved: ['held', 'removed', 'deleted'],
  held: ['approved', 'removed', 'deleted'],
  removed: ['approved', 'deleted'],
  deleted: [],
}

/** Whether a video or comment can change from one moderation state to another. */
export function isAllowedTransition(subject: 'content' | 'comment', from: string, to: string): boolean {
  const moves: Record<string, readonly string[]> =
    subject === 'content' ? contentStateTransitions : commentStateTransitions
  return moves[from]?.includes(to) ?? false
}

/** Where an item stands; `deleted` is what its owner does. */
export const contentStates = [
  'pending',
  'approved',
  'limited',
  'held',
  'removed',
  'quarantined',
  'deleted',
] as const
export type ContentState = (typeof contentStates)[number]

export const commentStates = ['approved', 'held', 'removed', 'deleted'] as const
export type CommentState = (typeof commentStates)[number]

/** The moves there are. Any other is refused. What is removed comes back only as a whole, or is sealed. */
export const contentMoves: Record<ContentState, readonly ContentState[]> = {
  pending: ['approved', 'limited', 'held', 'removed', 'quarantined', 'deleted'],
  approved: ['pending', 'limited', 'held', 'removed', 'quarantined', 'deleted'],
  limited: ['pending', 'approved', 'held', 'removed', 'quarantined', 'deleted'],
  held: ['approved', 'limited', 'removed', 'quarantined', 'deleted'],
  removed: ['approved', 'limited', 'quarantined', 'deleted'],
  quarantined: ['approved', 'removed', 'deleted'],
  deleted: [],
}

export const commentMoves: Record<CommentState, readonly CommentState[]> = {
  approved: ['held', 'removed', 'deleted'],
  held: ['approved', 'removed', 'deleted'],
  removed: ['approved', 'deleted'],
  deleted: [],
}

/** Is there such a move? */
export function mayMove(subject: 'content' | 'comment', from: string, to: string): boolean {
  const moves: Record<string, readonly string[]> = subject === 'content' ? contentMoves : commentMoves
  return moves[from]?.includes(to) ?? false
}

/** What a decision can rest on: the community's rules, as people report by them. */
export const rules = [
  'minor_safety',
  'grooming',
  'sextortion',
  'intimate_image',
  'self_harm_now',
  'threat',
  'bullying',
  'hate',
  'self_harm_promotion',
  'dangerous_challenge',
  'private_information',
  'im_in_this_video',
  'under_13',
  'violence',
  'suggestive',
  'drugs_weapons',
  'graphic',
  'impersonation',
  'not_for_my_age',
  'spam',
  'scam',
  'copyright',
  'wrong_category',
  'other',
] as const
export type Rule = (typeof rules)[number]

export const actions = [
  'approve',
  'limit',
  'rate_16',
  'hold',
  'remove',
  'quarantine',
  'warn',
  'mute_comments',
  'suspend',
  'force_private',
  'force_rename',
  'ban',
  'restore',
  'dismiss',
] as const
export type Action = (typeof actions)[number]

/** Where a decision came from. */
export const sources = ['reports', 'text', 'known_copy', 'notice', 'staff', 'strikes'] as const
export type Source = (typeof sources)[number]

export type AppealOutcome = 'upheld' | 'reversed'

import { type RawBuilder, sql } from 'kysely'
import { idOf, type Viewer } from '../platform/http/viewer.ts'

/** How much of a profile a viewer sees: all of it, or a private one's card. */
export function profileView(
  viewer: Viewer,
  owner: { user_id: string; is_private: boolean },
): 'full' | 'card' {
  if (viewer.kind === 'member' && viewer.id === owner.user_id) return 'full'
  return owner.is_private ? 'card' : 'full'
}

/**
 * Does this person exist for the viewer? Who has booked the deletion of their account is there for nobody but
 * themself. Every query that shows people carries it; `profiles` is the name it speaks of.
 */
export function present(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(profiles.leaving_at is null or profiles.user_id = ${idOf(viewer)})`
}

/** May anybody find this person by name? Speaks of `creator`, as the conditions on content do. */
export function foundByStrangers(): RawBuilder<boolean> {
  return sql<boolean>`(not creator.is_private and creator.leaving_at is null)`
}

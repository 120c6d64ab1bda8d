import type { Viewer } from '../platform/http/viewer.ts'

/** How much of a profile a viewer sees: all of it, or a private one's card. */
export function profileView(
  viewer: Viewer,
  owner: { user_id: string; is_private: boolean },
): 'full' | 'card' {
  if (viewer.kind === 'member' && viewer.id === owner.user_id) return 'full'
  return owner.is_private ? 'card' : 'full'
}

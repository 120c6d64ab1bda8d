import type { Viewer } from '#server/platform/http/viewer.ts'

/**
 * Whether the viewer is the creator of the broadcast or a staff member. Creators and staff watch without the
 * delay, see the exact number of viewers, and are not counted as viewers.
 */
export function isOwnerOrStaff(viewer: Viewer, ownerId: string): boolean {
  if (viewer.kind === 'anonymous') return false
  return viewer.id === ownerId || (viewer.role !== 'user' && !viewer.isSuspended)
}

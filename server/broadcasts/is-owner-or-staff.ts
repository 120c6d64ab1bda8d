import type { Viewer } from '#server/platform/http/viewer.ts'

/**
 * Whether the viewer is the creator of the broadcast or a staff member. They get a broadcast without the delay,
 * see how many people are watching, and do not count as viewers.
 */
export function isOwnerOrStaff(viewer: Viewer, ownerId: string): boolean {
  if (viewer.kind === 'anonymous') return false
  return viewer.id === ownerId || (viewer.role !== 'user' && !viewer.isSuspended)
}

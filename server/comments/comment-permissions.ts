import type { Member } from '../platform/http/viewer.ts'

/** Returns whether the viewer can delete a comment. Only the author of a comment can delete it. */
export function canDeleteComment(viewer: Member, comment: { user_id: string }): boolean {
  return viewer.id === comment.user_id
}

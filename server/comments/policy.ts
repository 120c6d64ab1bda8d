import type { Member } from '../platform/http/viewer.ts'

/** Only its author may delete a comment. */
export function canDeleteComment(viewer: Member, comment: { user_id: string }): boolean {
  return viewer.id === comment.user_id
}

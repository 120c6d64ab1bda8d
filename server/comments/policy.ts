import type { Member } from '../platform/http/viewer.ts'

/** A comment belongs to who wrote it. */
export function canDeleteComment(viewer: Member, comment: { user_id: string }): boolean {
  return viewer.id === comment.user_id
}

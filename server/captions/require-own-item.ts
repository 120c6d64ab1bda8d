import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { type Viewer, getViewerId } from '../platform/http/viewer.ts'

export async function isOwnItem(viewer: Viewer, id: string): Promise<boolean> {
  if (viewer.kind === 'anonymous') return false
  const row = await selectOwnItems(getViewerId(viewer))
    .select('content.id')
    .where('content.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Throws `content_not_found` if the viewer does not own the item. */
export async function requireOwnItem(viewer: Viewer, id: string): Promise<void> {
  if (!(await isOwnItem(viewer, id))) throw new ApiError('content_not_found')
}

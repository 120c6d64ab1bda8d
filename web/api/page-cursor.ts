import { Cursor } from '#contract/scalars.ts'

/**
 * Returns the pagination cursor from the URL of a page. If the cursor is malformed, the first page is shown
 * instead of an error.
 */
export function parsePageCursor(search: URLSearchParams): string | undefined {
  return Cursor.safeParse(search.get('cursor')).data
}

import { Cursor } from '#contract/scalars.ts'

/**
 * Returns the pagination cursor in a page's URL. A malformed cursor shows the first page instead of an error.
 */
export function parsePageCursor(search: URLSearchParams): string | undefined {
  return Cursor.safeParse(search.get('cursor')).data
}

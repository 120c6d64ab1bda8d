import { Cursor } from '#contract/scalars.ts'

/** The place in a list that the address of a page names. In a page's address a malformed one shows the first page, which a person can go on from. */
export function parsePageCursor(search: URLSearchParams): string | undefined {
  return Cursor.safeParse(search.get('cursor')).data
}

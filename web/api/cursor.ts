import { Cursor } from '#contract/ids.ts'

/** The place in a list that the address of a page names. In a page's address a malformed one shows the first page, which a person can go on from. */
export function cursorIn(search: URLSearchParams): string | undefined {
  return Cursor.safeParse(search.get('cursor')).data
}

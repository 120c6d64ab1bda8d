/** The filters of a page, and the cursor of a later page. Filters without a value are left out of the URL. */
export type PageQuery = Record<string, string | undefined>

export function withQuery(path: string, query: PageQuery): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const asked = new URLSearchParams(given)
  return asked.size > 0 ? `${path}?${asked}` : path
}

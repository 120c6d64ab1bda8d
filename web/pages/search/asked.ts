import { genres } from '#contract/genres.ts'
import { dates, lastPage, lengths, searchTypes, sorts } from '#contract/search.ts'
import { paths } from '#web/paths.ts'

/** What a search page's address asks for. Values nobody offers are left out, so that no address is an error. */
export function askedOf(params: URLSearchParams) {
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').trim(),
    type: oneOf(searchTypes, params.get('type')),
    genre: oneOf(genreLabels, params.get('genre')),
    length: oneOf(lengths, params.get('length')),
    date: oneOf(dates, params.get('date')),
    // The first is what nobody needs to say.
    sort: oneOf(sorts.slice(1), params.get('sort')),
    page: Number.isInteger(page) && page > 1 && page <= lastPage ? page : undefined,
  }
}

export type Asked = ReturnType<typeof askedOf>

export const genreLabels = [...new Set(Object.values(genres).flat())].toSorted()

function oneOf<T extends string>(known: readonly T[], value: string | null): T | undefined {
  return known.find((one) => one === value)
}

/** The address of the same search with something changed; back on its first page, unless a page is what changes. */
export function searchPath(asked: Asked, change: Partial<Asked>): string {
  const { q, ...rest } = { ...asked, page: undefined, ...change }
  const filters = Object.entries(rest).filter(([, value]) => value !== undefined)
  const more = new URLSearchParams(filters.map(([name, value]) => [name, String(value)]))
  return more.size ? `${paths.search(q)}&${more}` : paths.search(q)
}

export function isFiltered({ type, genre, length, date }: Asked): boolean {
  return [type, genre, length, date].some((filter) => filter !== undefined)
}

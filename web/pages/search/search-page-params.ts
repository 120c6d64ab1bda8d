import { genres } from '#contract/content/genres.ts'
import {
  searchDateRanges,
  maxSearchPage,
  searchDurationFilters,
  searchTypeFilters,
  searchSortOrders,
} from '#contract/discovery/search.ts'
import { pagePaths } from '#web/paths.ts'

/**
 * Parses the search parameters in the URL of the search page. Unknown values of the parameters are ignored,
 * so every URL is valid.
 */
export function parseSearchPageParams(params: URLSearchParams) {
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').trim(),
    type: findOption(searchTypeFilters, params.get('type')),
    genre: findOption(genreFilterLabels, params.get('genre')),
    length: findOption(searchDurationFilters, params.get('length')),
    date: findOption(searchDateRanges, params.get('date')),
    // The first sort order is the default, so the URL does not contain it.
    sort: findOption(searchSortOrders.slice(1), params.get('sort')),
    page: Number.isInteger(page) && page > 1 && page <= maxSearchPage ? page : undefined,
  }
}

export type SearchPageParams = ReturnType<typeof parseSearchPageParams>

export const genreFilterLabels = [...new Set(Object.values(genres).flat())].toSorted()

function findOption<T extends string>(options: readonly T[], value: string | null): T | undefined {
  return options.find((one) => one === value)
}

/**
 * Builds the URL of a search in which some parameters have been changed. If any parameter except the page
 * number is changed, the URL leads to the first page of results.
 */
export function buildSearchPath(current: SearchPageParams, change: Partial<SearchPageParams>): string {
  const { q, ...rest } = { ...current, page: undefined, ...change }
  const filters = Object.entries(rest).filter(([, value]) => value !== undefined)
  const more = new URLSearchParams(filters.map(([name, value]) => [name, String(value)]))
  return more.size ? `${pagePaths.search(q)}&${more}` : pagePaths.search(q)
}

export function hasSearchFilters({ type, genre, length, date }: SearchPageParams): boolean {
  return [type, genre, length, date].some((filter) => filter !== undefined)
}

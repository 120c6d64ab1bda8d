import { genreLabel } from '#contract/discovery/genre-names.ts'
import type { ChangeEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  searchDateRanges,
  searchDurationFilters,
  searchTypeFilters,
  searchSortOrders,
} from '#contract/discovery/search.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { searchPageMessages } from '#web/messages/search/search-page.ts'
import {
  type SearchPageParams,
  parseSearchPageParams,
  genreFilterLabels,
  buildSearchPath,
} from './search-page-params.ts'

/**
 * The controls for filtering search results. The content type is selected with chips. The other filters are
 * select menus. All active filters are part of the URL. Without JavaScript, the filter form is submitted with
 * a button.
 */
export function SearchFilters({ asked }: { asked: SearchPageParams }) {
  return (
    <section aria-label={searchPageMessages.filters} className="search-filters">
      <nav className="chips" aria-label={searchPageMessages.type}>
        <Chip
          pressed={!asked.type}
          link={<Link to={buildSearchPath(asked, { type: undefined })} preventScrollReset />}
        >
          {searchPageMessages.everything}
        </Chip>
        {searchTypeFilters.map((type) => (
          <Chip
            key={type}
            pressed={asked.type === type}
            link={<Link to={buildSearchPath(asked, { type })} preventScrollReset />}
          >
            {searchPageMessages.types[type]}
          </Chip>
        ))}
      </nav>
      {asked.type !== 'creator' && (
        <details className="search-more" open={hasSelectFilters(asked)}>
          <summary className={getButtonClassName({ size: 'small' })}>{searchPageMessages.filters}</summary>
          <SearchSelects key={buildSearchPath(asked, {})} asked={asked} />
        </details>
      )}
    </section>
  )
}

/**
 * Returns true if at least one filter other than the content type is active. On phones, the selects are
 * collapsed as long as none of them is in use. On wide screens, the selects are always visible.
 */
function hasSelectFilters({ genre, length, date, sort }: SearchPageParams): boolean {
  return [genre, length, date, sort].some((one) => one !== undefined)
}

function SearchSelects({ asked }: { asked: SearchPageParams }) {
  const navigate = useNavigate()
  const choose = ({ currentTarget }: ChangeEvent<HTMLFormElement>) => {
    const chosen = parseSearchPageParams(
      new URLSearchParams([...new FormData(currentTarget)] as [string, string][]),
    )
    void navigate(buildSearchPath(chosen, {}), { preventScrollReset: true })
  }
  return (
    <form action={pagePaths.searchPage} onChange={choose} className="search-lists">
      <input type="hidden" name="q" value={asked.q} />
      {asked.type && <input type="hidden" name="type" value={asked.type} />}
      <Select label={searchPageMessages.genre} name="genre" defaultValue={asked.genre ?? ''}>
        <option value="">{searchPageMessages.anyGenre}</option>
        {genreFilterLabels.map((label) => (
          <option key={label} value={label}>
            {genreLabel(label)}
          </option>
        ))}
      </Select>
      <Select label={searchPageMessages.length} name="length" defaultValue={asked.length ?? ''}>
        <option value="">{searchPageMessages.anyLength}</option>
        {searchDurationFilters.map((length) => (
          <option key={length} value={length}>
            {searchPageMessages.lengths[length]}
          </option>
        ))}
      </Select>
      <Select label={searchPageMessages.date} name="date" defaultValue={asked.date ?? ''}>
        <option value="">{searchPageMessages.anyDate}</option>
        {searchDateRanges.map((date) => (
          <option key={date} value={date}>
            {searchPageMessages.dates[date]}
          </option>
        ))}
      </Select>
      <Select label={searchPageMessages.sort} name="sort" defaultValue={asked.sort ?? 'best'}>
        {searchSortOrders.map((sort) => (
          <option key={sort} value={sort}>
            {searchPageMessages.sorts[sort]}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit">{searchPageMessages.apply}</Button>
      </noscript>
    </form>
  )
}

import type { ChangeEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { dates, lengths, searchTypes, sorts } from '#contract/search.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Select } from '#web/ui/select.tsx'
import { words } from '#web/words/search.ts'
import { type Asked, askedOf, genreLabels, searchPath } from './asked.ts'

/** Types as chips, the rest as lists. All of it is in the address; without script a button sends the form. */
export function Filters({ asked }: { asked: Asked }) {
  return (
    <section aria-label={words.filters} className="search-filters">
      <nav className="chips" aria-label={words.type}>
        <Chip
          pressed={!asked.type}
          link={<Link to={searchPath(asked, { type: undefined })} preventScrollReset />}
        >
          {words.everything}
        </Chip>
        {searchTypes.map((type) => (
          <Chip
            key={type}
            pressed={asked.type === type}
            link={<Link to={searchPath(asked, { type })} preventScrollReset />}
          >
            {words.types[type]}
          </Chip>
        ))}
      </nav>
      {asked.type !== 'creator' && (
        <details className="search-more" open={narrows(asked)}>
          <summary className={buttonClass({ size: 'small' })}>{words.filters}</summary>
          <Lists key={searchPath(asked, {})} asked={asked} />
        </details>
      )}
    </section>
  )
}

/** On a phone the lists are folded away unless one of them is in use; a wide screen always shows them. */
function narrows({ genre, length, date, sort }: Asked): boolean {
  return [genre, length, date, sort].some((one) => one !== undefined)
}

function Lists({ asked }: { asked: Asked }) {
  const navigate = useNavigate()
  const choose = ({ currentTarget }: ChangeEvent<HTMLFormElement>) => {
    const chosen = askedOf(new URLSearchParams([...new FormData(currentTarget)] as [string, string][]))
    void navigate(searchPath(chosen, {}), { preventScrollReset: true })
  }
  return (
    <form action={paths.searchPage} onChange={choose} className="search-lists">
      <input type="hidden" name="q" value={asked.q} />
      {asked.type && <input type="hidden" name="type" value={asked.type} />}
      <Select label={words.genre} name="genre" defaultValue={asked.genre ?? ''}>
        <option value="">{words.anyGenre}</option>
        {genreLabels.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </Select>
      <Select label={words.length} name="length" defaultValue={asked.length ?? ''}>
        <option value="">{words.anyLength}</option>
        {lengths.map((length) => (
          <option key={length} value={length}>
            {words.lengths[length]}
          </option>
        ))}
      </Select>
      <Select label={words.date} name="date" defaultValue={asked.date ?? ''}>
        <option value="">{words.anyDate}</option>
        {dates.map((date) => (
          <option key={date} value={date}>
            {words.dates[date]}
          </option>
        ))}
      </Select>
      <Select label={words.sort} name="sort" defaultValue={asked.sort ?? 'best'}>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {words.sorts[sort]}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit">{words.apply}</Button>
      </noscript>
    </form>
  )
}

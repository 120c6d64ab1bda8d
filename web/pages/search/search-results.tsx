import { Link } from 'react-router'
import type { getSearchResults, SearchHit } from '#contract/discovery/search.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { searchPageMessages } from '#web/messages/search/search-page.ts'
import { type SearchPageParams, buildSearchPath } from './search-page-params.ts'
import { CreatorResults } from './creator-results.tsx'
import { SearchHitRow } from './search-hit-row.tsx'

interface SearchResultsProps {
  asked: SearchPageParams
  found: ResponseOf<typeof getSearchResults>
}

export function SearchResults({ asked, found }: SearchResultsProps) {
  const { q, total, capped, hits, creators, creators_total: people, page, pages } = found
  const onlyPeople = asked.type === 'creator'
  const exact = hits.filter((hit) => !hit.close && !hit.only_spoken)
  const spoken = hits.filter((hit) => hit.only_spoken)
  const close = hits.filter((hit) => hit.close)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> allows phrasing content only */}
      <p role="status" className="search-count">
        {onlyPeople
          ? searchPageMessages.people({ n: people, q })
          : searchPageMessages.videos({ n: total, capped, q })}
      </p>
      {found.did_you_mean && <DidYouMean asked={asked} suggestion={found.did_you_mean} />}
      {creators.length > 0 && <CreatorResults asked={asked} creators={creators} total={people} />}
      {hits.length > 0 && (
        <section aria-label={searchPageMessages.videosHeading}>
          <h2 className={creators.length > 0 ? 'search-heading' : 'sr-only'}>
            {searchPageMessages.videosHeading}
          </h2>
          <SearchHitList hits={exact} />
          {spoken.length > 0 && <h2 className="search-heading">{searchPageMessages.spoken({ q })}</h2>}
          <SearchHitList hits={spoken} />
          {close.length > 0 && (
            <h2 className="search-heading">
              {exact.length || spoken.length || page > 1
                ? searchPageMessages.close
                : searchPageMessages.onlyClose({ q })}
            </h2>
          )}
          <SearchHitList hits={close} />
        </section>
      )}
      {page >= pages && capped && <p className="search-end">{searchPageMessages.capped}</p>}
      {page >= pages && <p className="search-end">{searchPageMessages.caughtUp}</p>}
      {pages > 1 && <SearchPagination asked={asked} page={page} pages={pages} />}
    </>
  )
}

function SearchHitList({ hits }: { hits: SearchHit[] }) {
  if (hits.length === 0) return null
  return (
    <ol className="hit-list">
      {hits.map((hit, at) => (
        <li key={hit.item.id}>
          <SearchHitRow hit={hit} priority={at < 4} />
        </li>
      ))}
    </ol>
  )
}

export function DidYouMean({ asked, suggestion }: { asked: SearchPageParams; suggestion: string }) {
  return (
    <p className="search-meant">
      {searchPageMessages.meant}{' '}
      <Link to={buildSearchPath(asked, { q: suggestion })} className="link">
        {suggestion}
      </Link>
      {searchPageMessages.meantEnd}
    </p>
  )
}

function SearchPagination({ asked, page, pages }: { asked: SearchPageParams; page: number; pages: number }) {
  return (
    <nav className="search-pages" aria-label={searchPageMessages.pages}>
      {page > 1 && (
        <Link
          to={buildSearchPath(asked, { page: page > 2 ? page - 1 : undefined })}
          className={getButtonClassName()}
        >
          {searchPageMessages.previous}
        </Link>
      )}
      <span className="text-quiet">{searchPageMessages.page({ n: page, of: pages })}</span>
      {page < pages && (
        <Link
          to={buildSearchPath(asked, { page: page + 1 })}
          className={getButtonClassName({ variant: 'primary' })}
        >
          {searchPageMessages.next}
        </Link>
      )}
    </nav>
  )
}

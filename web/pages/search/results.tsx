import { Link } from 'react-router'
import type { getSearch, Hit } from '#contract/search.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/search.ts'
import { type Asked, searchPath } from './asked.ts'
import { Creators } from './creators.tsx'
import { HitRow } from './hit.tsx'

interface Props {
  asked: Asked
  found: AnswerOf<typeof getSearch>
}

export function Results({ asked, found }: Props) {
  const { q, total, capped, hits, creators, creators_total: people, page, pages } = found
  const onlyPeople = asked.type === 'creator'
  const exact = hits.filter(({ close }) => !close)
  const close = hits.filter((hit) => hit.close)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> may only hold phrases */}
      <p role="status" className="search-count">
        {onlyPeople ? words.people(people, q) : words.videos(total, capped, q)}
      </p>
      {found.did_you_mean && <DidYouMean asked={asked} meant={found.did_you_mean} />}
      {creators.length > 0 && <Creators asked={asked} creators={creators} total={people} />}
      {hits.length > 0 && (
        <section aria-label={words.videosHeading}>
          <h2 className={creators.length > 0 ? 'search-heading' : 'sr-only'}>{words.videosHeading}</h2>
          <List hits={exact} />
          {close.length > 0 && (
            <h2 className="search-heading">{exact.length || page > 1 ? words.close : words.onlyClose(q)}</h2>
          )}
          <List hits={close} />
        </section>
      )}
      {page >= pages && capped && <p className="search-end">{words.capped}</p>}
      {page >= pages && <p className="search-end">{words.caughtUp}</p>}
      {pages > 1 && <Pages asked={asked} page={page} pages={pages} />}
    </>
  )
}

function List({ hits }: { hits: Hit[] }) {
  if (hits.length === 0) return null
  return (
    <ol className="hit-list">
      {hits.map((hit, at) => (
        <li key={hit.item.id}>
          <HitRow hit={hit} priority={at < 4} />
        </li>
      ))}
    </ol>
  )
}

export function DidYouMean({ asked, meant }: { asked: Asked; meant: string }) {
  return (
    <p className="search-meant">
      {words.meant}{' '}
      <Link to={searchPath(asked, { q: meant })} className="link">
        {meant}
      </Link>
      {'?'}
    </p>
  )
}

function Pages({ asked, page, pages }: { asked: Asked; page: number; pages: number }) {
  return (
    <nav className="search-pages" aria-label={words.pages}>
      {page > 1 && (
        <Link to={searchPath(asked, { page: page > 2 ? page - 1 : undefined })} className={buttonClass()}>
          {words.previous}
        </Link>
      )}
      <span className="text-quiet">{words.page(page, pages)}</span>
      {page < pages && (
        <Link to={searchPath(asked, { page: page + 1 })} className={buttonClass({ variant: 'primary' })}>
          {words.next}
        </Link>
      )}
    </nav>
  )
}

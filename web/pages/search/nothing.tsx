import { Link } from 'react-router'
import type { Content } from '#contract/content.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { words } from '#web/words/search.ts'
import { type Asked, isFiltered, searchPath } from './asked.ts'
import { Browse, Trending } from './elsewhere.tsx'
import { DidYouMean } from './results.tsx'

interface Props {
  asked: Asked
  didYouMean: string | null
  trending: Content[]
}

/** Nothing found: says so, and helps on. */
export function Nothing({ asked, didYouMean, trending }: Props) {
  const filtered = isFiltered(asked)
  const clear = { type: undefined, genre: undefined, length: undefined, date: undefined }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> may only hold phrases */}
      <div role="status">
        <EmptyState
          title={words.nothing(asked.q)}
          drawing="lens"
          action={
            filtered && (
              <Link to={searchPath(asked, clear)} className={buttonClass({ variant: 'primary' })}>
                {words.clear}
              </Link>
            )
          }
        >
          {filtered ? words.nothingFiltered : words.nothingHelp}
        </EmptyState>
      </div>
      {didYouMean && <DidYouMean asked={asked} meant={didYouMean} />}
      <Trending items={trending} />
      <Browse />
    </>
  )
}

import { Link } from 'react-router'
import type { CreatorSearchHit } from '#contract/discovery/search.ts'
import { pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { HighlightedText } from '#web/ui/formatting/highlighted-text.tsx'
import { searchPageMessages } from '#web/messages/search/search-page.ts'
import { type SearchPageParams, buildSearchPath } from './search-page-params.ts'

/**
 * Shows the creators that match the search: either a few of them next to the matching videos, or a full page
 * of creators.
 */
export function CreatorResults({
  asked,
  creators,
  total,
}: {
  asked: SearchPageParams
  creators: CreatorSearchHit[]
  total: number
}) {
  return (
    <section aria-labelledby="creators">
      <div className="search-heading-line">
        <h2 id="creators" className="search-heading">
          {searchPageMessages.creators}
        </h2>
        {asked.type !== 'creator' && total > creators.length && (
          <Link to={buildSearchPath(asked, { type: 'creator' })} className="link">
            {searchPageMessages.allCreators}
          </Link>
        )}
      </div>
      <ul className="found-people">
        {creators.map((creator) => (
          <li key={creator.user_id}>
            <Link to={pagePaths.creator(creator.username)} className="found-people-one" prefetch="intent">
              <Avatar name={creator.display_name} of={creator.username} src={creator.avatar_url} size={56} />
              <span className="min-w-0">
                <b className="block truncate" dir="auto">
                  <HighlightedText text={creator.display_name} marks={creator.name_marks} />
                </b>
                <span className="block truncate text-15 text-quiet" dir="auto">
                  {'@'}
                  <HighlightedText text={creator.username} marks={creator.username_marks} />
                </span>
                <span className="block text-13 text-quiet">
                  {searchPageMessages.theirVideos({ n: creator.videos })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Link } from 'react-router'
import type { CreatorHit } from '#contract/search.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Marked } from '#web/ui/marked.tsx'
import { words } from '#web/words/search.ts'
import { type Asked, searchPath } from './asked.ts'

/** People: a few beside the videos, or a page of them. */
export function Creators({
  asked,
  creators,
  total,
}: {
  asked: Asked
  creators: CreatorHit[]
  total: number
}) {
  return (
    <section aria-labelledby="creators">
      <div className="search-heading-line">
        <h2 id="creators" className="search-heading">
          {words.creators}
        </h2>
        {asked.type !== 'creator' && total > creators.length && (
          <Link to={searchPath(asked, { type: 'creator' })} className="link">
            {words.allCreators}
          </Link>
        )}
      </div>
      <ul className="found-people">
        {creators.map((creator) => (
          <li key={creator.user_id}>
            <Link to={paths.creator(creator.username)} className="found-people-one" prefetch="intent">
              <Avatar name={creator.display_name} of={creator.username} src={creator.avatar_url} size={56} />
              <span className="min-w-0">
                <b className="block truncate">
                  <Marked text={creator.display_name} marks={creator.name_marks} />
                </b>
                <span className="block truncate text-15 text-quiet">
                  {'@'}
                  <Marked text={creator.username} marks={creator.username_marks} />
                </span>
                <span className="block text-13 text-quiet">{words.theirVideos(creator.videos)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

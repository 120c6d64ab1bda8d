import { Link } from 'react-router'
import type { ChartEntry } from '#contract/discovery/charts.ts'
import { followingMessages } from '#web/messages/browse/following.ts'
import { creatorPath } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'

/**
 * Shows creators from the charts to people who do not follow anyone yet. The entries link to the creators’
 * pages, so people can watch a creator's videos before following.
 */
export function SuggestedCreators({ entries }: { entries: ChartEntry[] }) {
  return (
    <section aria-labelledby="suggested" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="suggested" className="text-28">
        {followingMessages.suggestions}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-3">
        {entries.map(({ item }) => (
          <li key={item.id}>
            <Link
              to={creatorPath(item.creator)}
              className="flex min-h-14 items-center gap-3 rounded-medium p-2 no-underline hover:underline"
            >
              <Avatar
                name={item.creator.display_name}
                of={item.creator.username}
                src={item.creator.avatar_url}
                size={56}
              />
              <span className="min-w-0">
                <b className="block truncate" dir="auto">
                  {item.creator.display_name}
                </b>
                <span className="block truncate text-15 text-quiet">
                  {followingMessages.suggestedFor({ title: item.title })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

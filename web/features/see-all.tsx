import { Link } from 'react-router'
import { words } from '#web/words/lists.ts'

/** Beside a row's title: the page with all of its items. */
export function SeeAll({ to, title }: { to: string; title: string }) {
  return (
    <Link to={to} prefetch="intent" aria-label={words.seeAllOf(title)}>
      {words.seeAll}
    </Link>
  )
}

import { Link } from 'react-router'
import type { OneContent } from '#contract/content.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { words } from '#web/words/watch.ts'

/** What is left of one's own video after a decision: for all others it never was. */
export function TakenDown({ item: { title, statement_id } }: { item: OneContent }) {
  return (
    <EmptyState
      heading="h1"
      title={title}
      drawing="lens"
      action={
        <Link to={paths.statement(statement_id)} className={buttonClass({})}>
          {words.why}
        </Link>
      }
    >
      {words.stands.removed}
    </EmptyState>
  )
}

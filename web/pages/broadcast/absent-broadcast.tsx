import { Link } from 'react-router'
import type { BroadcastAbsence } from '#contract/live-updates.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

const { absent } = scheduledBroadcastMessages

/** Replaces the page of a broadcast that is cancelled or expires while the page is open. */
export function AbsentBroadcast({ title, reason }: { title: string; reason: BroadcastAbsence }) {
  return (
    <EmptyState
      heading="h1"
      title={absent[reason].title}
      drawing="stage"
      action={
        <Link to={pagePaths.category('live')} className={getButtonClassName({ variant: 'primary' })}>
          {absent.others}
        </Link>
      }
    >
      {absent[reason].text({ title })}
    </EmptyState>
  )
}

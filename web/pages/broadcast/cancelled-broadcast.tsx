import { Link } from 'react-router'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

const { cancelledPage } = scheduledBroadcastMessages

/** Replaces the page of a scheduled broadcast if the broadcast is cancelled while the page is open. */
export function CancelledBroadcast({ title }: { title: string }) {
  return (
    <EmptyState
      heading="h1"
      title={cancelledPage.title}
      drawing="stage"
      action={
        <Link to={pagePaths.category('live')} className={getButtonClassName({ variant: 'primary' })}>
          {cancelledPage.others}
        </Link>
      }
    >
      {cancelledPage.text({ title })}
    </EmptyState>
  )
}

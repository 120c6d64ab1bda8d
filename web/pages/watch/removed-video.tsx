import { Link } from 'react-router'
import type { ContentDetail } from '#contract/content/content.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { CancelledBroadcast } from '../broadcast/cancelled-broadcast.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'

/**
 * Tells the owner of a video that a moderator has removed it. Other viewers see the page for missing videos
 * instead. This page also tells all viewers who have the page of a scheduled broadcast open that the broadcast was
 * cancelled.
 */
export default function RemovedVideo({ item: { title, statement_id, moderation } }: { item: ContentDetail }) {
  if (moderation !== 'removed') return <CancelledBroadcast title={title} />
  return (
    <EmptyState
      heading="h1"
      title={title}
      drawing="lens"
      action={
        <Link to={pagePaths.statement(statement_id)} className={getButtonClassName({})}>
          {watchPageMessages.why}
        </Link>
      }
    >
      {watchPageMessages.stands.removed}
    </EmptyState>
  )
}

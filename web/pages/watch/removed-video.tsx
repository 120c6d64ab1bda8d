import { Link } from 'react-router'
import type { ContentDetail } from '#contract/content/content.ts'
import type { BroadcastAbsence } from '#contract/live-updates.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { AbsentBroadcast } from '../broadcast/absent-broadcast.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'

interface Props {
  item: ContentDetail
  /** Why the broadcast will not take place, or null if the item was removed by a moderator. */
  absence: BroadcastAbsence | null
}

/**
 * Tells the owner of a video that a moderator has removed it. Other viewers see the page for missing videos
 * instead. This page also tells all viewers who have the page of a scheduled broadcast open that the broadcast will
 * not take place.
 */
export default function RemovedVideo({ item: { title, statement_id }, absence }: Props) {
  if (absence) return <AbsentBroadcast title={title} reason={absence} />
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

import { Link } from 'react-router'
import type { OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { encoderSetupMessages } from '#web/messages/upload/encoders.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import type { BroadcastSessionState } from './sending/broadcast-session.ts'

const { ended } = broadcastingMessages

interface Props {
  state: BroadcastSessionState
  onAgain: () => void
}

/** Says why the broadcast has ended, and links to the recording. */
export function BroadcastSummary({ state: { broadcast, problem, isCut }, onAgain }: Props) {
  if (problem === 'continued')
    return (
      <div className="broadcast-notice" aria-live="polite">
        <h2 className="text-28 font-bold">{ended.continued.title}</h2>
        <p>{ended.continued.text}</p>
        <Button className="justify-self-start" onClick={onAgain}>
          {ended.continued.open}
        </Button>
      </div>
    )
  const reason = broadcast.end_reason
  const isByModerator = reason === 'moderator'
  const { title, text } = reason && reason !== 'creator' ? ended.reasons[reason] : ended
  const cause = problem && problem !== 'ended' ? ended.problems[problem] : null
  const isFromEncoder = reason === 'rejected' && broadcast.source === 'rtmp'
  const hasRecording = !(isCut || isByModerator) || wasSeen(broadcast)
  return (
    <div className="broadcast-notice" aria-live="polite">
      <h2 className="text-28 font-bold">{title}</h2>
      {cause && <p>{cause}</p>}
      <p>{hasRecording ? (isFromEncoder ? encoderSetupMessages.rejected : text) : ended.nothingSeen}</p>
      {isByModerator && broadcast.end_detail && (
        <p dir="auto">{ended.moderatorReason({ reason: broadcast.end_detail })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {hasRecording && (
          <Link to={pagePaths.watch(broadcast.id)} className={getButtonClassName({ variant: 'primary' })}>
            {ended.watch}
          </Link>
        )}
        {isByModerator ? (
          <Link to={pagePaths.safety} className={getButtonClassName({})}>
            {ended.rules}
          </Link>
        ) : (
          <Button onClick={onAgain}>{ended.again}</Button>
        )}
      </div>
    </div>
  )
}

/**
 * Returns whether viewers saw part of the broadcast. If not, and the unseen part was deleted, there is no
 * recording.
 */
function wasSeen({ started_at: startedAt, ended_at: endedAt, delay_seconds: delay }: OwnBroadcast): boolean {
  return startedAt !== null && Date.parse(endedAt ?? startedAt) - Date.parse(startedAt) > 1000 * delay
}

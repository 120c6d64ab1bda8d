import { ExternalLink } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { describeDelay } from './delay-field.tsx'
import { EndBroadcastButtons } from './end-broadcast-buttons.tsx'
import type { BroadcastSession } from './sending/broadcast-session.ts'

const { onAir } = broadcastingMessages

/**
 * The panel that a creator sees while live: the state of the connection, and two ways to end the broadcast.
 */
export function OnAirPanel({ session }: { session: BroadcastSession }) {
  const { broadcast, phase, isConnectionLost } = useSyncExternalStore(
    session.store.subscribe,
    session.store.get,
  )
  const seconds = broadcast.delay_seconds
  if (phase !== 'on_air')
    return (
      <p aria-live="polite" className="broadcast-notice">
        <span className="flex items-center gap-3">
          <Spinner size={20} label="" /> {onAir.ending}
        </span>
      </p>
    )
  return (
    <div className="broadcast-notice">
      <h2 className="text-21 font-bold" dir="auto">
        {broadcast.title}
      </h2>
      <p aria-live="polite" className={isConnectionLost ? 'broadcast-connection-lost' : undefined}>
        {isConnectionLost ? onAir.lost : onAir.good}
      </p>
      <p>{describeDelay(seconds)}</p>
      <p className="text-quiet">{onAir.stay}</p>
      <a
        href={pagePaths.watch(broadcast.id)}
        target="_blank"
        rel="noopener"
        className={getButtonClassName({})}
      >
        <ExternalLink aria-hidden="true" /> {onAir.watch}
      </a>
      <EndBroadcastButtons delaySeconds={seconds} onEnd={(isCut) => void session.end(isCut)} />
    </div>
  )
}

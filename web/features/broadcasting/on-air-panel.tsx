import { ExternalLink, Square } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import type { BroadcastSession } from './sending/broadcast-session.ts'

const { onAir, endDialog, cutDialog } = broadcastingMessages

/**
 * The panel that a creator sees while live: the state of the connection, and two ways to end the broadcast.
 */
export function OnAirPanel({ session }: { session: BroadcastSession }) {
  const { broadcast, phase, isConnectionLost } = useSyncExternalStore(
    session.store.subscribe,
    session.store.get,
  )
  const [asking, setAsking] = useState<'end' | 'cut' | null>(null)
  const seconds = broadcast.delay_seconds
  const end = (isCut: boolean) => {
    setAsking(null)
    void session.end(isCut)
  }
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
      <p>{broadcastingMessages.delay({ seconds })}</p>
      <p className="text-quiet">{onAir.stay}</p>
      <a
        href={pagePaths.watch(broadcast.id)}
        target="_blank"
        rel="noopener"
        className={getButtonClassName({})}
      >
        <ExternalLink aria-hidden="true" /> {onAir.watch}
      </a>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => setAsking('end')}>
          <Square aria-hidden="true" /> {onAir.end}
        </Button>
        <Button variant="danger" onClick={() => setAsking('cut')}>
          {onAir.cut}
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'end'}
        title={endDialog.title}
        confirmLabel={endDialog.confirm}
        cancelLabel={endDialog.keep}
        onConfirm={() => end(false)}
        onCancel={() => setAsking(null)}
      >
        {endDialog.text}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'cut'}
        title={cutDialog.title}
        confirmLabel={cutDialog.confirm}
        cancelLabel={endDialog.keep}
        danger
        onConfirm={() => end(true)}
        onCancel={() => setAsking(null)}
      >
        {cutDialog.text({ seconds })}
      </ConfirmDialog>
    </div>
  )
}

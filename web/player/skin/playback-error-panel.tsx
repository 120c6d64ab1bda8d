import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useIsOffline } from '#web/network/use-is-offline.ts'
import { usePlayer, usePlayerState } from './use-player.ts'
import { offlineMessages } from '#web/messages/site/offline.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

/**
 * Explains why the video does not play: because of an error, or because the connection was lost. If playback
 * failed while the browser was offline, playback resumes when the connection returns.
 */
export function PlaybackErrorPanel() {
  const player = usePlayer()
  const { error, waiting } = usePlayerState((state) => state)
  const isOffline = useIsOffline()
  const isWaitingForConnection = isOffline && (error ? error === 'network' : waiting)
  useEffect(() => {
    if (error !== 'network') return
    const retry = () => void player.retry()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [player, error])
  if (!error && !isWaitingForConnection) return null
  return (
    <div className="error-panel" role="alert">
      <h2>{isWaitingForConnection ? offlineMessages.title : playerMessages.errorTitle}</h2>
      <p>{isWaitingForConnection ? offlineMessages.video : playerMessages.errors[error!]}</p>
      <Button variant="primary" onClick={() => void player.retry()}>
        <RotateCcw /> {playerMessages.retry}
      </Button>
    </div>
  )
}

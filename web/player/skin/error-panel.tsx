import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { useOffline } from '../../ui/use-offline.ts'
import { usePlayer, usePlayerState } from './use-player.ts'
import { words as offline } from '#web/words/offline.ts'
import { words } from '#web/words/player.ts'

/** Why nothing plays: what went wrong, or that there is no connection. What failed for want of one goes on when it is back. */
export function ErrorPanel() {
  const player = usePlayer()
  const { error, waiting } = usePlayerState((state) => state)
  const isOffline = useOffline()
  const wantsLine = isOffline && (error ? error === 'network' : waiting)
  useEffect(() => {
    if (error !== 'network') return
    const again = () => void player.retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [player, error])
  if (!error && !wantsLine) return null
  return (
    <div className="error-panel" role="alert">
      <h2>{wantsLine ? offline.title : words.errorTitle}</h2>
      <p>{wantsLine ? offline.video : words.errors[error!]}</p>
      <Button variant="primary" onClick={() => void player.retry()}>
        <RotateCcw /> {words.retry}
      </Button>
    </div>
  )
}

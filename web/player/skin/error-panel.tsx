import { RotateCcw } from 'lucide-react'
import { type PlaybackError, playbackErrors } from '../core/errors.ts'
import { Button } from '../../ui/button.tsx'
import { usePlayer } from './use-player.ts'

export function ErrorPanel({ error }: { error: PlaybackError }) {
  const player = usePlayer()
  return (
    <div className="error-panel" role="alert">
      <h2>Video Playback Error</h2>
      <p>{playbackErrors[error]}</p>
      <Button variant="primary" onClick={() => void player.retry()}>
        <RotateCcw /> Retry
      </Button>
    </div>
  )
}

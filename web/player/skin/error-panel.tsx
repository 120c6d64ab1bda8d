import { RotateCcw } from 'lucide-react'
import type { PlaybackError } from '../core/errors.ts'
import { Button } from '../../ui/button.tsx'
import { usePlayer } from './use-player.ts'
import { words } from '#web/words/player.ts'

export function ErrorPanel({ error }: { error: PlaybackError }) {
  const player = usePlayer()
  return (
    <div className="error-panel" role="alert">
      <h2>{words.errorTitle}</h2>
      <p>{words.errors[error]}</p>
      <Button variant="primary" onClick={() => void player.retry()}>
        <RotateCcw /> {words.retry}
      </Button>
    </div>
  )
}

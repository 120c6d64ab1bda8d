import { playerControlSettings as limits } from '#contract/limits.ts'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import { ControlButton } from './control-button.tsx'
import { usePlayer, usePlayerState } from './use-player.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

export function VolumeSlider() {
  const player = usePlayer()
  const { muted, volume } = usePlayerState((state) => state)
  const audibleVolume = muted ? 0 : volume
  const Icon = audibleVolume === 0 ? VolumeX : audibleVolume < 0.5 ? Volume1 : Volume2
  return (
    <div className="volume">
      <ControlButton
        label={muted ? playerMessages.unmute : playerMessages.mute}
        keys="M"
        icon={<Icon />}
        onClick={() => player.setMuted(!muted)}
      />
      <input
        type="range"
        className="range"
        aria-label={playerMessages.volume}
        aria-valuetext={`${Math.round(audibleVolume * 100)}%`}
        min={0}
        max={1}
        step={limits.volumeStep}
        value={audibleVolume}
        style={{ '--p': audibleVolume } as CSSProperties}
        onChange={(event) => player.setVolume(event.target.valueAsNumber)}
      />
    </div>
  )
}

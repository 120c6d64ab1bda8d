import { Captions } from 'lucide-react'
import type { PlayerCaptions } from '../../core/captions/caption-tracks.ts'
import { playerMessages } from '#web/messages/watch/player.ts'
import { ControlButton } from '../control-button.tsx'
import { usePlayer, usePlayerState } from '../use-player.ts'
import { useCaptionPreference } from './use-caption-preference.ts'
import { useCaptionStyle } from './use-caption-style.ts'

/**
 * Turns captions on and off. The viewer's caption preferences take effect only while this button is rendered.
 */
export function CaptionsButton({ tracks }: { tracks: readonly PlayerCaptions[] }) {
  const player = usePlayer()
  useCaptionPreference(player, tracks)
  useCaptionStyle(player)
  const captionsOn = usePlayerState((state) => state.captions >= 0)
  return (
    <ControlButton
      label={playerMessages.captions}
      keys="C"
      aria-pressed={captionsOn}
      icon={<Captions />}
      onClick={() => void player.toggleCaptions()}
    />
  )
}

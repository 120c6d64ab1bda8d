import { useEffect } from 'react'
import { applyCaptionStyle, loadCaptionStyle, markCaptionsAtTop } from '../../core/captions/caption-style.ts'
import type { PlayerController } from '../../core/player-controller.ts'
import './caption-style.css'

/** Shows captions as the viewer has chosen. The cues of a track exist only after it was loaded. */
export function useCaptionStyle(player: PlayerController) {
  useEffect(() => {
    const video = player.element()
    if (!video) return
    const apply = () => applyCaptionStyle(video, loadCaptionStyle())
    apply()
    // `load` events of tracks do not bubble.
    video.addEventListener('load', apply, { capture: true })
    const mark = () => markCaptionsAtTop(video)
    const tracks = video.textTracks
    const listen = () => {
      // Adding a listener again has no effect.
      for (const track of tracks) track.addEventListener('cuechange', mark)
    }
    listen()
    // The creator can add captions during playback.
    tracks.addEventListener('addtrack', listen)
    return () => {
      video.removeEventListener('load', apply, { capture: true })
      tracks.removeEventListener('addtrack', listen)
      for (const track of tracks) track.removeEventListener('cuechange', mark)
    }
  }, [player])
}

import { useEffect } from 'react'
import { applyCaptionStyle, loadCaptionStyle, markCaptionsAtTop } from '../../core/captions/caption-style.ts'
import type { PlayerController } from '../../core/player-controller.ts'
import './caption-style.css'

/** Shows captions in the style that the viewer has chosen. A track has no cues until it has been loaded. */
export function useCaptionStyle(player: PlayerController) {
  useEffect(() => {
    const video = player.element()
    if (!video) return
    const apply = () => applyCaptionStyle(video, loadCaptionStyle())
    apply()
    // Listen in the capture phase, because the `load` events of tracks do not bubble.
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

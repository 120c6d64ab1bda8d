import { useEffect, useEffectEvent, useRef } from 'react'
import { captionsOffPreference, chooseCaptions } from '../../core/captions/caption-choice.ts'
import type { PlayerCaptions } from '../../core/captions/caption-tracks.ts'
import type { PlayerController } from '../../core/player-controller.ts'
import { loadPlayerPreferences, savePlayerPreferences } from '../../core/player-preferences.ts'
import { usePlayerState } from '../use-player.ts'

/** Shows captions as the viewer last chose them, and stores the viewer's choice in this browser. */
export function useCaptionPreference(player: PlayerController, tracks: readonly PlayerCaptions[]) {
  const captions = usePlayerState((state) => state.captions)
  const known = useRef<number | null>(null)
  const showPreferred = useEffectEvent(() => {
    const { shown, preferred } = chooseCaptions(tracks, loadPlayerPreferences().captions, navigator.languages)
    player.preferCaptions(preferred)
    // The viewer may have turned captions on with the keyboard before the controls were loaded.
    if (player.store.get().captions < 0) player.setCaptions(shown)
    known.current = player.store.get().captions
  })
  const showAgain = useEffectEvent(() => player.setCaptions(player.store.get().captions))
  useEffect(() => showPreferred(), [])
  useEffect(() => {
    // Browsers that play HLS themselves add the tracks of the stream, and may show one beside the chosen one.
    const list = player.element()?.textTracks
    list?.addEventListener('addtrack', showAgain)
    return () => {
      list?.removeEventListener('addtrack', showAgain)
      // Ads and the trailer play without the captions of the video.
      player.setCaptions(-1)
    }
  }, [player])
  useEffect(() => {
    if (known.current === null || known.current === captions) return
    known.current = captions
    savePlayerPreferences({ captions: tracks[captions]?.language ?? captionsOffPreference })
  }, [captions, tracks])
}

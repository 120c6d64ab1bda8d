import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import {
  captionsOffPreference,
  selectCaptions,
  reselectCaptions,
} from '../../core/captions/caption-selection.ts'
import type { PlayerCaptions } from '../../core/captions/caption-tracks.ts'
import type { PlayerController } from '../../core/player-controller.ts'
import { loadPlayerPreferences, savePlayerPreferences } from '../../core/player-preferences.ts'
import { usePlayerState } from '../use-player.ts'

/**
 * For this many milliseconds after captions are added, the browser may turn captions on or off by itself. On a busy
 * device, it reports this seconds later.
 */
const autoSelectionMs = 10_000

/** Shows captions as the viewer last chose them, and stores the viewer's choice in this browser. */
export function useCaptionPreference(player: PlayerController, tracks: readonly PlayerCaptions[]) {
  const captions = usePlayerState((state) => state.captions)
  const known = useRef<number | null>(null)
  const before = useRef(tracks)
  const showPreferred = useEffectEvent(() => {
    const { shown, preferred } = selectCaptions(tracks, loadPlayerPreferences().captions, navigator.languages)
    player.preferCaptions(preferred)
    // The viewer may have turned captions on with the keyboard before this effect ran. The last effect of this
    // hook stores such a choice, because it differs from `known`.
    const isChosen = player.store.get().captions >= 0
    if (!isChosen) player.setCaptions(shown)
    known.current = isChosen ? -1 : player.store.get().captions
  })
  const showAgain = useEffectEvent(() => player.setCaptions(player.store.get().captions))
  const followChanges = useEffectEvent((now: readonly PlayerCaptions[]) => {
    if (describe(before.current) === describe(now)) return
    const preference = loadPlayerPreferences().captions
    const shown = before.current[player.store.get().captions]
    player.preferCaptions(selectCaptions(now, preference, navigator.languages).preferred)
    player.setCaptions(reselectCaptions(now, shown, preference))
    // If captions were on, Chromium also turns on the added captions, and reports this a moment later.
    const signal = AbortSignal.timeout(autoSelectionMs)
    player.element()?.textTracks.addEventListener('change', () => showAgain(), { signal })
    // The viewer has not chosen anything, so nothing is stored.
    known.current = player.store.get().captions
    before.current = now
  })
  useEffect(() => showPreferred(), [])
  // A layout effect runs before the browser reports the new tracks. When the browser reports them,
  // `showAgain` shows the track at the current index, so the index must already be correct.
  useLayoutEffect(() => followChanges(tracks), [tracks])
  useEffect(() => {
    // Browsers with native HLS support add the stream's own tracks, and may show one of them in addition to
    // the chosen track.
    const list = player.element()?.textTracks
    list?.addEventListener('addtrack', showAgain)
    return () => {
      list?.removeEventListener('addtrack', showAgain)
      // Ads and the trailer play without the video's captions.
      player.setCaptions(-1)
    }
  }, [player])
  useEffect(() => {
    if (known.current === null || known.current === captions) return
    // Do nothing if `followChanges` has changed the captions since this render.
    if (captions !== player.store.get().captions) return
    known.current = captions
    savePlayerPreferences({ captions: tracks[captions]?.language ?? captionsOffPreference })
  }, [player, captions, tracks])
}

/**
 * The page passes a new list of captions whenever it reloads its data, although the captions rarely change.
 */
const describe = (tracks: readonly PlayerCaptions[]) => tracks.map(({ url, name }) => `${url} ${name}`).join()

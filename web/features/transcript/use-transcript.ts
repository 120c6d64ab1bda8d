import { useEffect, useState } from 'react'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { getTranscript, type Transcript } from '#contract/content/captions/transcripts.ts'
import { callApi } from '#web/api/api-client.ts'
import { selectCaptions } from '#web/player/core/captions/caption-selection.ts'
import { loadPlayerPreferences } from '#web/player/core/player-preferences.ts'

/**
 * Loads the transcript in the language of the viewer's captions, or in a language that the viewer has chosen.
 */
export function useTranscript(videoId: string, tracks: readonly CaptionTrack[]) {
  const [chosenId, setChosenId] = useState(() => findPreferred(tracks))
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ of: string; transcript: Transcript | null }>()
  // If the captions in this language have been deleted, the transcript in another language is shown.
  const track = tracks.find(({ id }) => id === chosenId) ?? tracks[0]!
  const { id, url } = track
  // The URL of a transcript changes whenever its text changes.
  const wanted = `${url} ${attempt}`
  useEffect(() => {
    let isCurrent = true
    void load(videoId, id).then((transcript) => isCurrent && setResult({ of: wanted, transcript }))
    return () => void (isCurrent = false)
  }, [videoId, id, wanted])
  const found = result?.of === wanted ? result.transcript : undefined
  return {
    track,
    transcript: found ?? undefined,
    failed: found === null,
    choose: setChosenId,
    retry: () => setAttempt(attempt + 1),
  }
}

/** Returns null if the transcript cannot be loaded. */
function load(videoId: string, id: string): Promise<Transcript | null> {
  return callApi(getTranscript, { params: { id: videoId, caption_id: id } }).catch(() => null)
}

function findPreferred(tracks: readonly CaptionTrack[]): string {
  const { preferred } = selectCaptions(tracks, loadPlayerPreferences().captions, navigator.languages)
  return tracks[preferred]!.id
}

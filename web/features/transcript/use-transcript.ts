import { useEffect, useState } from 'react'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { getTranscript, type Transcript } from '#contract/content/transcripts.ts'
import { callApi } from '#web/api/api-client.ts'
import { chooseCaptions } from '#web/player/core/captions/caption-choice.ts'
import { loadPlayerPreferences } from '#web/player/core/player-preferences.ts'

/** Loads the transcript in the language of the viewer's captions, or in the language that the viewer chooses. */
export function useTranscript(videoId: string, tracks: readonly CaptionTrack[]) {
  const [chosenId, setChosenId] = useState(() => findPreferred(tracks))
  const [loaded, setLoaded] = useState<Transcript>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // If the captions were deleted or replaced by others, another language is shown.
  const chosen = tracks.find(({ id }) => id === chosenId) ?? tracks[0]!
  const { id, url } = chosen
  useEffect(() => {
    let isCurrent = true
    setFailed(false)
    callApi(getTranscript, { params: { id: videoId, caption_id: id } }).then(
      (transcript) => isCurrent && setLoaded(transcript),
      () => isCurrent && setFailed(true),
    )
    return () => void (isCurrent = false)
    // The URL changes with the text.
  }, [videoId, id, url, attempt])
  return {
    track: chosen,
    transcript: loaded?.id === id ? loaded : undefined,
    failed,
    choose: setChosenId,
    retry: () => setAttempt(attempt + 1),
  }
}

function findPreferred(tracks: readonly CaptionTrack[]): string {
  const { preferred } = chooseCaptions(tracks, loadPlayerPreferences().captions, navigator.languages)
  return tracks[preferred]!.id
}

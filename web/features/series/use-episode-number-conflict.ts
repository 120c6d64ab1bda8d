import { useEffect, useState } from 'react'
import { listEpisodes, type SeriesEpisodeInput } from '#contract/content/series.ts'
import { newSeriesPlaceholderId } from '#contract/content/episode-numbers.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { callApi } from '#web/api/api-client.ts'

/**
 * Returns an error message if another episode in the series already has this number. Creators see the message
 * before they save or upload anything. `contentId` is the id of the video that is being edited.
 */
export function useEpisodeNumberConflict(
  place: SeriesEpisodeInput | null,
  contentId: string | undefined,
): string | undefined {
  const { id = newSeriesPlaceholderId, season = 0, episode = 0 } = place ?? {}
  const [taken, setTaken] = useState<{ key: string; text: string | undefined }>()
  const key = `${id} ${season} ${episode}`
  useEffect(() => {
    if (id === newSeriesPlaceholderId || !(season > 0 && episode > 0)) return
    let isGone = false
    const load = async () => {
      // If this request fails, the server still checks the episode number when the form is saved.
      const found = await callApi(listEpisodes, {
        params: { id },
        query: { season, episode, limit: 1 },
      }).catch(() => null)
      const other = found?.items.find(({ content }) => content.id !== contentId)
      const values = { season, episode, title: other?.content.title ?? '' }
      const text = other && describeApiError('episode_number_taken', values).detail
      if (!isGone) setTaken({ key, text })
    }
    void load()
    return () => void (isGone = true)
  }, [id, season, episode, contentId, key])
  return taken?.key === key ? taken.text : undefined
}

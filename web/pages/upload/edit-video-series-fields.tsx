import { useState } from 'react'
import type { ContentSeries, SeriesEpisodeInput } from '#contract/content/series.ts'
import { SeriesFields } from '#web/features/series/series-fields.tsx'

interface Props {
  videoId: string
  series: ContentSeries | null
  errors: Partial<Record<string, string>>
}

/**
 * The fields for the series, season and episode number of the video. The values of these fields are saved
 * together with the form.
 */
export function EditVideoSeriesFields({ videoId, series, errors }: Props) {
  const [value, setValue] = useState<SeriesEpisodeInput | null>(
    series && { id: series.id, season: series.season, episode: series.episode },
  )
  return (
    <SeriesFields
      value={value}
      errors={errors}
      videoId={videoId}
      saved={series ?? undefined}
      onChange={setValue}
    />
  )
}

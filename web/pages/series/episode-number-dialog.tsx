import { useState } from 'react'
import type { Episode } from '#contract/content/series.ts'
import { type EpisodeNumber, seriesLimits } from '#contract/content/episode-numbers.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

interface Props {
  entry: Episode
  /**
   * Stores the number. If `swap` is true, the episode that already has the new number gets the previous
   * number of this episode.
   */
  onSave: (number: EpisodeNumber, swap: boolean) => Promise<void>
  onClose: () => void
}

/** The dialog in which the owner changes the season and the number of an episode. */
export default function EpisodeNumberDialog({ entry, onSave, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ code: string; text: string }>()
  const isTaken = problem?.code === 'episode_number_taken'
  const isAboutSeason = problem?.code === 'season_invalid'
  const save = async (data: FormData, swap: boolean) => {
    setBusy(true)
    try {
      await onSave({ season: Number(data.get('season')), episode: Number(data.get('episode')) }, swap)
      onClose()
    } catch (thrown) {
      const isRefused = thrown instanceof ApiCallError
      setProblem(
        isRefused
          ? { code: thrown.code, text: thrown.detail }
          : { code: '', text: seriesMessages.changeFailed },
      )
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={seriesMessages.changeNumberOf({ title: entry.content.title })}
      size="small"
    >
      <form
        noValidate
        className="grid gap-4"
        onChange={() => setProblem(undefined)}
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget), isTaken)
        }}
      >
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            label={seriesMessages.seasonNumber}
            name="season"
            type="number"
            min={1}
            max={seriesLimits.maxSeason}
            defaultValue={entry.season}
            error={isAboutSeason ? problem?.text : undefined}
          />
          <TextField
            label={seriesMessages.episodeNumber}
            name="episode"
            type="number"
            min={1}
            max={seriesLimits.maxEpisode}
            defaultValue={entry.episode}
            error={isAboutSeason ? undefined : problem?.text}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{seriesMessages.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {isTaken ? seriesMessages.swap : seriesMessages.saveChanges}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { useState } from 'react'
import { Link } from 'react-router'
import { createSeries, type OwnSeries, type SeriesEpisodeInput } from '#contract/content/series.ts'
import {
  getNextEpisodeNumber,
  seriesLimits,
  newSeriesPlaceholderId,
} from '#contract/content/episode-numbers.ts'
import { titleMaxLength } from '#contract/limits.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { useEpisodeNumberConflict } from './use-episode-number-conflict.ts'
import { useOwnSeries } from './use-own-series.ts'

interface Props {
  value: SeriesEpisodeInput | null
  /** The form's error messages by field name. */
  errors: Partial<Record<string, string>>
  /** The id of the video that is being edited, or undefined for a new upload. */
  videoId?: string
  /**
   * The series to which the video currently belongs. The current series can be selected even before the
   * creator's other series have been loaded.
   */
  saved?: { id: string; title: string } | undefined
  onChange: (value: SeriesEpisodeInput | null) => void
}

/** The fields that assign a show to a series: the series, the season and the episode number. */
export function SeriesFields({ value, errors, videoId, saved, onChange }: Props) {
  const taken = useEpisodeNumberConflict(value, videoId)
  const { series, hasFailed, reload, add } = useOwnSeries()
  const isCreating = value?.id === newSeriesPlaceholderId
  const options = series ?? (saved ? [{ ...saved, last_episodes: [] }] : [])
  const choose = (id: string) => {
    const chosen = options.find((one) => one.id === id)
    onChange(id ? { id, ...getNextEpisodeNumber(chosen?.last_episodes ?? []) } : null)
  }
  const changeSeason = (season: number) => {
    const chosen = options.find(({ id }) => id === value?.id)
    if (value) onChange({ ...value, ...getNextEpisodeNumber(chosen?.last_episodes ?? [], season), season })
  }
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={seriesMessages.part}
        optional
        name="series"
        value={value?.id ?? ''}
        error={errors['series']}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{seriesMessages.noSeries}</option>
        {options.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
        <option value={newSeriesPlaceholderId} className="needs-js">
          {seriesMessages.newSeries}
        </option>
      </Select>
      {hasFailed && (
        <div className="flex flex-wrap items-center gap-3">
          <FieldErrorMessage>{seriesMessages.loadFailed}</FieldErrorMessage>
          <Button size="small" onClick={() => void reload()}>
            {seriesMessages.retry}
          </Button>
        </div>
      )}
      {isCreating && (
        <NewSeriesField
          onCreated={(created) => {
            add(created)
            onChange({ id: created.id, season: 1, episode: 1 })
          }}
        />
      )}
      {value && !isCreating && (
        <NumberFields
          value={value}
          errors={{ episode: taken, ...errors }}
          onSeason={changeSeason}
          onChange={onChange}
        />
      )}
    </div>
  )
}

interface NumberFieldsProps {
  value: SeriesEpisodeInput
  errors: Props['errors']
  onSeason: (season: number) => void
  onChange: Props['onChange']
}

function NumberFields({ value, errors, onSeason, onChange }: NumberFieldsProps) {
  const { season, episode } = value
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={seriesMessages.seasonNumber}
          name="season"
          type="number"
          min={1}
          max={seriesLimits.maxSeason}
          value={toFieldValue(season)}
          error={errors['season']}
          onChange={(event) => onSeason(event.target.valueAsNumber)}
        />
        <TextField
          label={seriesMessages.episodeNumber}
          name="episode"
          type="number"
          min={1}
          max={seriesLimits.maxEpisode}
          value={toFieldValue(episode)}
          error={errors['episode']}
          onChange={(event) => onChange({ ...value, episode: event.target.valueAsNumber })}
        />
      </div>
      <p className="field-hint">
        {seriesMessages.numberHint}{' '}
        <Link to={pagePaths.series(value.id)} className="link" target="_blank">
          {seriesMessages.open}
        </Link>
      </p>
    </>
  )
}

/** An empty number field has the value NaN. */
const toFieldValue = (number: number) => (Number.isNaN(number) ? '' : number)

/**
 * Creates a series while the creator is filling in the surrounding form. This field is not submitted with the
 * surrounding form.
 */
function NewSeriesField({ onCreated }: { onCreated: (series: OwnSeries) => void }) {
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; isQuestion: boolean }>()
  const create = async () => {
    setBusy(true)
    try {
      const anyway = problem?.isQuestion ? { anyway: true } : {}
      const { id, title: stored } = await callApi(createSeries, { body: { title, ...anyway } })
      showToast.success(seriesMessages.created)
      onCreated({ id, title: stored, episodes_count: 0, last_episodes: [] })
    } catch (thrown) {
      const isRefused = thrown instanceof ApiCallError
      const text = isRefused ? thrown.detail : seriesMessages.createFailed
      setProblem({ text, isQuestion: isRefused && thrown.code.endsWith('_ask') })
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <TextField
        className="min-w-0 flex-1 basis-56"
        label={seriesMessages.newName}
        value={title}
        maxLength={titleMaxLength}
        autoComplete="off"
        error={problem?.text}
        onChange={(event) => {
          setTitle(event.target.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          // Pressing Enter creates the series instead of submitting the surrounding form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          void create()
        }}
      />
      <Button className="mt-[30px] min-h-[50px]" busy={busy} onClick={() => void create()}>
        {problem?.isQuestion ? seriesMessages.createAnyway : seriesMessages.create}
      </Button>
    </div>
  )
}

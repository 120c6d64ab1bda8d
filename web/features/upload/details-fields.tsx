import { Globe, Lock, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { genres } from '#contract/genres.ts'
import type { Visibility } from '#contract/kinds.ts'
import { descriptionMax, titleMax } from '#contract/limits.ts'
import { cx } from '#web/ui/cx.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { words } from '#web/words/upload.ts'
import type { Details } from './details.ts'

interface Props {
  details: Details
  /** What is wrong, by field. */
  errors: Partial<Record<string, string>>
  /** A private profile shows nothing to strangers. */
  capped: boolean
  onChange: (patch: Partial<Details>) => void
}

export function DetailsFields({ details, errors, capped, onChange }: Props) {
  return (
    <>
      <Field
        label={words.details.title}
        name="title"
        value={details.title}
        maxLength={titleMax}
        required
        autoComplete="off"
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={words.details.description}
        optional
        name="description"
        value={details.description}
        maxLength={descriptionMax}
        error={errors.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Select
        label={words.details.genre}
        optional
        name="genre"
        value={details.genre}
        error={errors.genre}
        onChange={(event) => onChange({ genre: event.target.value })}
      >
        <option value="">{words.details.chooseGenre}</option>
        {genres[details.type].map((genre) => (
          <option key={genre}>{genre}</option>
        ))}
      </Select>
      <Audience
        value={details.visibility}
        capped={capped}
        onChange={(visibility) => onChange({ visibility })}
      />
      <Field
        label={words.details.trailer}
        optional
        name="trailer_url"
        inputMode="url"
        placeholder={words.details.trailerStart}
        autoComplete="off"
        value={details.trailer}
        error={errors.trailer_url}
        onChange={(event) => onChange({ trailer: event.target.value })}
      />
    </>
  )
}

const audiences: { value: Visibility; icon: ReactElement }[] = [
  { value: 'public', icon: <Globe /> },
  { value: 'followers', icon: <Users /> },
  { value: 'only_me', icon: <Lock /> },
]

interface AudienceProps {
  value: Visibility
  capped: boolean
  onChange: (value: Visibility) => void
}

function Audience({ value, capped, onChange }: AudienceProps) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-[6px]">{words.details.audience}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {audiences.map((audience) => (
          <label
            key={audience.value}
            className={cx(tile, capped && audience.value === 'public' && 'opacity-60')}
          >
            <input
              type="radio"
              name="visibility"
              value={audience.value}
              checked={value === audience.value}
              disabled={capped && audience.value === 'public'}
              onChange={() => onChange(audience.value)}
              className="sr-only"
            />
            <span className="text-hue-ink [&>svg]:size-5" aria-hidden="true">
              {audience.icon}
            </span>
            <span className="flex flex-col leading-tight">
              <span className="text-15 font-bold">{words.audience[audience.value].label}</span>
              <span className="text-13 text-quiet">{words.audience[audience.value].hint}</span>
            </span>
          </label>
        ))}
      </div>
      {capped && <p className="field-hint">{words.details.capped}</p>}
    </fieldset>
  )
}

const tile = cx(
  'flex cursor-pointer items-center gap-3 rounded-card border-2 border-edge bg-raised p-3 sm:flex-col sm:items-start',
  'hover:border-quiet has-checked:border-hue-ink has-checked:bg-lifted has-disabled:cursor-not-allowed',
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
)

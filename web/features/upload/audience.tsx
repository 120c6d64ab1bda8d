import { Globe, Lock, ShieldAlert, Smile, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Rating, Visibility } from '#contract/kinds.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/field-frame.tsx'
import { words } from '#web/words/upload.ts'

const audiences: { value: Visibility; icon: ReactElement }[] = [
  { value: 'public', icon: <Globe /> },
  { value: 'followers', icon: <Users /> },
  { value: 'only_me', icon: <Lock /> },
]

interface AudienceProps {
  /** Empty: not chosen yet, and nothing is chosen for them. */
  value: Visibility | ''
  capped: boolean
  error?: string | undefined
  onChange: (value: Visibility) => void
}

export function Audience({ value, capped, error, onChange }: AudienceProps) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-[6px]">{words.details.audience}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {audiences.map((audience) => (
          <Tile
            key={audience.value}
            name="visibility"
            {...audience}
            {...words.audience[audience.value]}
            checked={value === audience.value}
            disabled={capped && audience.value === 'public'}
            onChange={() => onChange(audience.value)}
          />
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
      {capped && <p className="field-hint">{words.details.capped}</p>}
    </fieldset>
  )
}

const ratings: { value: Rating; icon: ReactElement }[] = [
  { value: 'all', icon: <Smile /> },
  { value: '16', icon: <ShieldAlert /> },
]

interface RatingProps {
  value: Rating
  /** Rated by somebody who looks after the site: it stays. */
  fixed: boolean
  onChange: (value: Rating) => void
}

export function AgeRating({ value, fixed, onChange }: RatingProps) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-[6px]">{words.details.rating}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {ratings.map((rating) => (
          <Tile
            key={rating.value}
            name="rating"
            {...rating}
            {...words.rating[rating.value]}
            checked={value === rating.value}
            disabled={fixed}
            onChange={() => onChange(rating.value)}
          />
        ))}
      </div>
      {fixed && <p className="field-hint">{words.details.ratingFixed}</p>}
    </fieldset>
  )
}

interface TileProps {
  name: string
  value: string
  icon: ReactElement
  label: string
  hint: string
  checked: boolean
  disabled: boolean
  onChange: () => void
}

function Tile({ icon, label, hint, disabled, ...radio }: TileProps) {
  return (
    <label className={cx(tile, disabled && 'opacity-60')}>
      <input type="radio" disabled={disabled} className="sr-only" {...radio} />
      <span className="text-hue-ink [&>svg]:size-5" aria-hidden="true">
        {icon}
      </span>
      <span className="flex flex-col leading-tight">
        <span className="text-15 font-bold">{label}</span>
        <span className="text-13 text-quiet">{hint}</span>
      </span>
    </label>
  )
}

const tile = cx(
  'flex cursor-pointer items-center gap-3 rounded-card border-2 border-edge bg-raised p-3 sm:flex-col sm:items-start',
  'hover:border-quiet has-checked:border-hue-ink has-checked:bg-lifted has-disabled:cursor-not-allowed',
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
)

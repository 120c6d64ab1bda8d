import { Globe, Lock, ShieldAlert, Smile, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ContentRating, Visibility } from '#contract/content/content-types.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'

const audiences: { value: Visibility; icon: ReactElement }[] = [
  { value: 'public', icon: <Globe /> },
  { value: 'followers', icon: <Users /> },
  { value: 'only_me', icon: <Lock /> },
]

interface AudienceFieldProps {
  /** The audience is empty until the creator has chosen one, because there is no default. */
  value: Visibility | ''
  isPrivateProfile: boolean
  error?: string | undefined
  onChange: (value: Visibility) => void
}

export function AudienceField({ value, isPrivateProfile, error, onChange }: AudienceFieldProps) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-[6px]">{uploadFormMessages.details.audience}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {audiences.map((audience) => (
          <RadioTile
            key={audience.value}
            name="visibility"
            {...audience}
            {...uploadFormMessages.audience[audience.value]}
            checked={value === audience.value}
            disabled={isPrivateProfile && audience.value === 'public'}
            onChange={() => onChange(audience.value)}
          />
        ))}
      </div>
      {error && <FieldErrorMessage>{error}</FieldErrorMessage>}
      {isPrivateProfile && <p className="field-hint">{uploadFormMessages.details.capped}</p>}
    </fieldset>
  )
}

const ratings: { value: ContentRating; icon: ReactElement }[] = [
  { value: 'all', icon: <Smile /> },
  { value: '16', icon: <ShieldAlert /> },
]

interface AgeRatingFieldProps {
  value: ContentRating
  /** If a moderator has set the age rating, the creator cannot change it. */
  isFixed: boolean
  onChange: (value: ContentRating) => void
}

export function AgeRatingField({ value, isFixed, onChange }: AgeRatingFieldProps) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-[6px]">{uploadFormMessages.details.rating}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {ratings.map((rating) => (
          <RadioTile
            key={rating.value}
            name="rating"
            {...rating}
            {...uploadFormMessages.rating[rating.value]}
            checked={value === rating.value}
            disabled={isFixed}
            onChange={() => onChange(rating.value)}
          />
        ))}
      </div>
      {isFixed && <p className="field-hint">{uploadFormMessages.details.ratingFixed}</p>}
    </fieldset>
  )
}

interface RadioTileProps {
  name: string
  value: string
  icon: ReactElement
  label: string
  hint: string
  checked: boolean
  disabled: boolean
  onChange: () => void
}

function RadioTile({ icon, label, hint, disabled, ...radio }: RadioTileProps) {
  return (
    <label className={classNames(radioTileClass, disabled && 'opacity-60')}>
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

const radioTileClass = classNames(
  'flex cursor-pointer items-center gap-3 rounded-card border-2 border-edge bg-raised p-3 sm:flex-col sm:items-start',
  'hover:border-quiet has-checked:border-hue-ink has-checked:bg-lifted has-disabled:cursor-not-allowed',
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
)

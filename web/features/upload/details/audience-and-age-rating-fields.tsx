import { Globe, Link, Lock, ShieldAlert, Smile, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ContentRating, Visibility } from '#contract/content/content-types.ts'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { RadioCard } from './radio-tile.tsx'

const audiences: { value: Visibility; icon: ReactElement }[] = [
  { value: 'public', icon: <Globe /> },
  { value: 'followers', icon: <Users /> },
  { value: 'unlisted', icon: <Link /> },
  { value: 'only_me', icon: <Lock /> },
]

interface AudienceFieldProps {
  /** The audience is empty until the creator chooses one, because there is no default audience. */
  value: Visibility | ''
  isPrivateProfile: boolean
  error?: string | undefined
  onChange: (value: Visibility) => void
}

export function AudienceField({ value, isPrivateProfile, error, onChange }: AudienceFieldProps) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-[6px]">{uploadFormMessages.details.audience}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {audiences.map((audience) => (
          <RadioCard
            key={audience.value}
            name="visibility"
            {...audience}
            {...uploadFormMessages.audience[audience.value]}
            checked={value === audience.value}
            disabled={isPrivateProfile && ['public', 'unlisted'].includes(audience.value)}
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
          <RadioCard
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

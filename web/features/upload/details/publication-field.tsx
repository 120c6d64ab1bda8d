import { CalendarClock, FilePen, Send } from 'lucide-react'
import type { ReactElement } from 'react'
import type { PublicationState } from '#contract/content/content-types.ts'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import {
  parseDateTimeLocalInput,
  formatDateTimeLocalInput,
  useTimeZone,
} from '#web/ui/formatting/time-zone.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { RadioCard } from './radio-tile.tsx'
import type { VideoDetails } from './video-details.ts'

const choices: { value: PublicationState; icon: ReactElement }[] = [
  { value: 'published', icon: <Send /> },
  { value: 'scheduled', icon: <CalendarClock /> },
  { value: 'draft', icon: <FilePen /> },
]

interface Props {
  details: VideoDetails
  /** The form's error messages by field name. */
  errors: Partial<Record<string, string>>
  onChange: (patch: Partial<VideoDetails>) => void
}

/** Lets the creator publish the video now or at a set time, or keep it as a draft. */
export function PublicationField({ details, errors, onChange }: Props) {
  return (
    <fieldset id="publication" className="field scroll-mt-24">
      <legend className="field-label mb-[6px]">{uploadFormMessages.details.publication}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {choices.map((choice) => (
          <RadioCard
            key={choice.value}
            name="publication_state"
            {...choice}
            {...uploadFormMessages.publication[choice.value]}
            checked={details.publication_state === choice.value}
            disabled={false}
            onChange={() => onChange({ publication_state: choice.value })}
          />
        ))}
      </div>
      {errors.publication_state && <FieldErrorMessage>{errors.publication_state}</FieldErrorMessage>}
      {details.publication_state === 'scheduled' && (
        <PublishTimeField value={details.publish_at} error={errors.publish_at} onChange={onChange} />
      )}
    </fieldset>
  )
}

interface PublishTimeFieldProps {
  /** The publication time in UTC, or an empty string if the creator has not chosen a time. */
  value: string
  error: string | undefined
  onChange: Props['onChange']
}

/**
 * The date and time of publication, in the time zone that is shown next to the field. Without JavaScript, the
 * time zone is UTC, and the server reads the visible date field. With JavaScript, the server reads a hidden
 * field that contains the time in UTC.
 */
function PublishTimeField({ value, error, onChange }: PublishTimeFieldProps) {
  const timeZone = useTimeZone()
  return (
    <>
      <TextField
        label={uploadFormMessages.details.publishAt}
        type="datetime-local"
        name="publish_at_local"
        className="mt-3"
        required
        value={formatDateTimeLocalInput(value, timeZone)}
        hint={uploadFormMessages.details.timeZone({ name: timeZone.replaceAll('_', ' ') })}
        error={error}
        onChange={(event) => onChange({ publish_at: parseDateTimeLocalInput(event.target.value, timeZone) })}
      />
      {timeZone !== 'UTC' && <input type="hidden" name="publish_at" value={value} />}
    </>
  )
}

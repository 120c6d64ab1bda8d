import { CalendarClock, Radio } from 'lucide-react'
import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react'
import type { createBroadcast } from '#contract/broadcasts/broadcasts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { ContentRating, Visibility } from '#contract/content/content-types.ts'
import { genres } from '#contract/content/genres.ts'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { descriptionMaxLength, titleMaxLength } from '#contract/limits.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { DelayField, initialDelaySeconds } from '#web/features/broadcasting/delay-field.tsx'
import { StartTimeField } from '#web/features/broadcasting/start-time-field.tsx'
import {
  AgeRatingField,
  AudienceField,
} from '#web/features/upload/details/audience-and-age-rating-fields.tsx'
import { submitWithTextWarningPrompt } from '#web/features/upload/transfer/text-warning-confirmation.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'

interface Props {
  /** A hint about what is missing outside the form, such as a camera or a start time, or null if nothing is. */
  missing: string | null
  submitLabel: string
  /** The preselected audience, or '' if the creator chooses one each time. */
  audience: Visibility | ''
  isPrivateProfile: boolean
  /** The start time, if the form schedules the broadcast. The form then also has a field for a description. */
  startTime?: ComponentProps<typeof StartTimeField>
  /** Starts or schedules the broadcast. The form shows the ApiCallError that it throws. */
  onSubmit: (details: BroadcastDetails) => Promise<void>
}

type BroadcastDetails = InputOf<typeof createBroadcast>['body']

/** The form for the details of a new broadcast, with the button that starts or schedules it. */
export function GoLiveForm({ missing, submitLabel, audience, isPrivateProfile, startTime, onSubmit }: Props) {
  const { me } = useAuth()
  const missingId = useId()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [genre, setGenre] = useState('')
  const [visibility, setVisibility] = useState(audience)
  const [rating, setRating] = useState<ContentRating>('all')
  const [delay, setDelay] = useState(initialDelaySeconds)
  const [problem, setProblem] = useState<ApiCallError | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const messages = broadcastingMessages.missing
  const missingTitle = startTime ? scheduledBroadcastMessages.schedule.missingTitle : messages.title
  const reason = missing ?? (!title.trim() ? missingTitle : visibility === '' ? messages.audience : null)
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalidField(form, problem)
  const fieldWithProblem = fieldsWithProblems.find((field) => problem?.code.startsWith(field))
  const getError = (field: typeof fieldWithProblem) =>
    field === fieldWithProblem ? problem?.detail : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (visibility === '' || reason || isStarting) return
    setProblem(null)
    setIsStarting(true)
    try {
      await submitWithTextWarningPrompt([title, description], (anyway) =>
        onSubmit({
          title,
          description,
          genre,
          visibility,
          rating,
          delay_seconds: delay,
          ...(anyway && { anyway }),
        }),
      )
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setProblem(thrown)
      setIsStarting(false)
    }
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex min-w-0 flex-col gap-5"
    >
      {startTime && <StartTimeField {...startTime} error={getError('broadcast_start_time')} />}
      <TextField
        label={uploadFormMessages.details.title}
        name="title"
        value={title}
        maxLength={titleMaxLength}
        required
        autoComplete="off"
        error={getError('title')}
        onChange={(event) => setTitle(event.target.value)}
      />
      {startTime && (
        <TextAreaField
          label={uploadFormMessages.details.description}
          optional
          name="description"
          rows={3}
          value={description}
          maxLength={descriptionMaxLength}
          error={getError('description')}
          onChange={(event) => setDescription(event.target.value)}
        />
      )}
      <Select
        label={uploadFormMessages.details.genre}
        optional
        name="genre"
        value={genre}
        onChange={(event) => setGenre(event.target.value)}
      >
        <option value="">{uploadFormMessages.details.chooseGenre}</option>
        {genres.live.map((one) => (
          <option key={one} value={one}>
            {genreLabel(one)}
          </option>
        ))}
      </Select>
      <AudienceField value={visibility} isPrivateProfile={isPrivateProfile} onChange={setVisibility} />
      <AgeRatingField value={rating} isFixed={false} onChange={setRating} />
      <DelayField value={delay} isMinor={me?.is_minor ?? true} onChange={setDelay} />
      <p className="text-15 text-quiet">{broadcastingMessages.recording}</p>
      {problem && !fieldWithProblem && (
        <FieldErrorMessage>
          <b>{problem.title}.</b> {problem.detail}
        </FieldErrorMessage>
      )}
      <div className="grid gap-2">
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={isStarting}
          off={reason !== null}
          aria-describedby={reason ? missingId : undefined}
        >
          {startTime ? <CalendarClock aria-hidden="true" /> : <Radio aria-hidden="true" />} {submitLabel}
        </Button>
        {/* Reserve space for the hint even when it is empty, so the content below does not shift. */}
        <p id={missingId} className="field-hint min-h-[1.5em] text-center">
          {reason}
        </p>
      </div>
    </form>
  )
}

/** How the codes of the problems start that are shown at a field. */
const fieldsWithProblems = ['broadcast_start_time', 'title', 'description'] as const

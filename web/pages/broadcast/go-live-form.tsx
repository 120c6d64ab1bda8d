import { Radio } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import type { ContentRating, Visibility } from '#contract/content/content-types.ts'
import { genres } from '#contract/content/genres.ts'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { titleMaxLength } from '#contract/limits.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import {
  type BroadcastSession,
  startBroadcastSession,
} from '#web/features/broadcasting/sending/broadcast-session.ts'
import {
  AgeRatingField,
  AudienceField,
} from '#web/features/upload/details/audience-and-age-rating-fields.tsx'
import { submitWithTextWarningPrompt } from '#web/features/upload/transfer/text-warning-confirmation.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { BroadcastSource } from './use-broadcast-source.ts'

interface Props {
  source: BroadcastSource
  /** The preselected audience, or '' if the creator chooses one each time. */
  audience: Visibility | ''
  isPrivateProfile: boolean
  onStart: (session: BroadcastSession) => void
}

/** The details of a new broadcast, and the button that starts it. */
export function GoLiveForm({ source, audience, isPrivateProfile, onStart }: Props) {
  const [title, setTitle] = useState('')
  const [genre, setGenre] = useState('')
  const [visibility, setVisibility] = useState(audience)
  const [rating, setRating] = useState<ContentRating>('all')
  const [problem, setProblem] = useState<ApiCallError | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const tracks = source.getTracks()
  const { missing } = broadcastingMessages
  const reason = !tracks
    ? missing.source
    : !title.trim()
      ? missing.title
      : visibility === ''
        ? missing.audience
        : null
  const isTitleProblem = problem?.code.startsWith('title') ?? false
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!tracks || visibility === '' || reason || isStarting) return
    setProblem(null)
    setIsStarting(true)
    try {
      const session = await submitWithTextWarningPrompt([title], (anyway) =>
        startBroadcastSession({ title, genre, visibility, rating, ...(anyway && { anyway }) }, tracks),
      )
      onStart(session)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setProblem(thrown)
      setIsStarting(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex min-w-0 flex-col gap-5">
      <TextField
        label={uploadFormMessages.details.title}
        name="title"
        value={title}
        maxLength={titleMaxLength}
        required
        autoComplete="off"
        error={isTitleProblem ? problem?.detail : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
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
      <div className="grid gap-1 text-15 text-quiet">
        <p>{broadcastingMessages.delay({ seconds: broadcastLimits.delaySeconds.default })}</p>
        <p>{broadcastingMessages.recording}</p>
      </div>
      {problem && !isTitleProblem && (
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
          aria-describedby={reason ? 'broadcast-missing' : undefined}
        >
          <Radio aria-hidden="true" /> {broadcastingMessages.start}
        </Button>
        {/* Reserve space for the hint even when it is empty, so the content below does not shift. */}
        <p id="broadcast-missing" className="field-hint min-h-[1.5em] text-center">
          {reason}
        </p>
      </div>
    </form>
  )
}

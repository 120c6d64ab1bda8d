import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import {
  formatDateTimeLocalInput,
  parseDateTimeLocalInput,
  useTimeZone,
} from '#web/ui/formatting/time-zone.ts'

interface Props {
  /** The chosen time, or an empty string. */
  value: string
  error?: string | undefined
  onChange: (startsAt: string) => void
}

/** The start time of a scheduled broadcast, in the time zone of the browser. */
export function StartTimeField({ value, error, onChange }: Props) {
  const timeZone = useTimeZone()
  const { time, hint } = scheduledBroadcastMessages.schedule
  return (
    <TextField
      type="datetime-local"
      label={time}
      hint={hint({ zone: timeZone })}
      error={error}
      required
      value={formatDateTimeLocalInput(value, timeZone)}
      onChange={(event) => onChange(parseDateTimeLocalInput(event.target.value, timeZone))}
    />
  )
}

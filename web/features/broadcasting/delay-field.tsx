import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { Select } from '#web/ui/forms/select.tsx'

const { min, minForMinors, default: initialDelaySeconds } = broadcastLimits.delaySeconds
const choices = [0, 5, 10, 30, 60]
const { delayField: messages } = broadcastingMessages

export { initialDelaySeconds }

interface Props {
  value: number
  isMinor: boolean
  onChange: (seconds: number) => void
}

/** Lets the creator choose how many seconds later viewers see the broadcast. */
export function DelayField({ value, isMinor, onChange }: Props) {
  return (
    <Select
      label={messages.label}
      hint={isMinor ? `${messages.hint} ${messages.forMinors({ seconds: minForMinors })}` : messages.hint}
      name="delay_seconds"
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {choices
        .filter((seconds) => seconds >= (isMinor ? minForMinors : min))
        .map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds === 0 ? messages.none : messages.seconds({ seconds })}
          </option>
        ))}
    </Select>
  )
}

/** Describes the delay of a broadcast. */
export function describeDelay(seconds: number): string {
  return seconds === 0 ? broadcastingMessages.noDelay : broadcastingMessages.delay({ seconds })
}

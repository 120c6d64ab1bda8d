import { useState } from 'react'
import { trimMessages } from '#web/messages/upload/trim.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { formatTrimTime, parseTrimTime } from './trim-times.ts'

interface Props {
  label: string
  seconds: number
  onChange: (seconds: number) => void
}

/** A time that can be typed. The time applies when the user presses Enter or leaves the field. */
export function TrimTimeField({ label, seconds, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const parsed = typed === undefined ? seconds : parseTrimTime(typed)
  const apply = () => {
    // A field that was only visited keeps the exact time, which has more digits than the text.
    if (typed === undefined || parsed === null) return
    setTyped(undefined)
    if (typed !== formatTrimTime(seconds)) onChange(parsed)
  }
  return (
    <TextField
      label={label}
      value={typed ?? formatTrimTime(seconds)}
      error={parsed === null && trimMessages.dialog.badTime}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // The dialog is inside the upload form, which Enter must not submit.
        event.preventDefault()
        event.stopPropagation()
        apply()
      }}
    />
  )
}

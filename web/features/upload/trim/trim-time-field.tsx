import { useState } from 'react'
import { trimMessages } from '#web/messages/upload/trim.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { formatTrimTime, parseTrimTime } from './trim-times.ts'

interface Props {
  label: string
  seconds: number
  onChange: (seconds: number) => void
}

/** A field for typing a time. The typed time takes effect when the user presses Enter or leaves the field. */
export function TrimTimeField({ label, seconds, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const parsed = typed === undefined ? seconds : parseTrimTime(typed)
  const apply = () => {
    // If the user has not edited the text in the field, keep the exact time, because the text shows fewer
    // digits.
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
        // The dialog is inside the upload form, so Enter must not submit that form.
        event.preventDefault()
        event.stopPropagation()
        apply()
      }}
    />
  )
}

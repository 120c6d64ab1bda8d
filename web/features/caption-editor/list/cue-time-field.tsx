import { type KeyboardEvent, useId, useState } from 'react'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { formatCueTime, parseCueTime } from '../model/cue-times.ts'

interface Props {
  label: string
  ms: number
  onChange: (ms: number) => void
}

/**
 * A field for typing a time. The typed time takes effect when the user presses Enter or leaves the field. The
 * arrow keys also change the time.
 */
export function CueTimeField({ label, ms, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const parsed = typed === undefined ? ms : parseCueTime(typed)
  const apply = () => {
    if (parsed === null) return
    setTyped(undefined)
    if (parsed !== ms) onChange(parsed)
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = (event.shiftKey ? 1000 : 100) * (event.key === 'ArrowUp' ? 1 : -1)
    if (event.key === 'Enter') apply()
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      setTyped(undefined)
      onChange(Math.max(0, (parsed ?? ms) + step))
    } else if (event.key === 'Escape') setTyped(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div className="cue-time">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        data-part="time"
        className="input"
        value={typed ?? formatCueTime(ms)}
        aria-invalid={parsed === null || undefined}
        aria-describedby={parsed === null ? `${id}-error` : undefined}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={press}
      />
      {parsed === null && (
        <span id={`${id}-error`} role="alert" className="field-error">
          {captionEditorMessages.list.badTime}
        </span>
      )}
    </div>
  )
}

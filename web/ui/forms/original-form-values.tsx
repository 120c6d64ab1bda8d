import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  originalValuesFieldName,
  mergeSavedValues,
  type FormValues,
  parseOriginalFormValues,
} from './form-changes.ts'

interface OriginalFormValuesProps {
  /** The saved values of the fields in the form, by name. */
  saved: FormValues
  /** The original values from a submission that the server has rejected. */
  initial?: FormValues | undefined
  /**
   * Called with the name and the new value of a field whose saved value has changed. For a controlled field,
   * update the state in this callback instead of writing to the field.
   */
  onSavedChange?: (name: string, value: string | boolean) => void
}

/**
 * Remembers the original values of the form that contains this component. The form also submits the original
 * values, so `getChangedFields` can find the fields that have changed. Fields that the user has not touched
 * are updated when their saved values change.
 */
export function OriginalFormValues({ saved, initial, onSavedChange }: OriginalFormValuesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [baseline, setBaseline] = useState({ ...saved, ...initial })
  const followSaved = useEffectEvent((json: string) => {
    const form = input.current?.form
    if (!form) return
    const newest = parseOriginalFormValues(json)
    const shown = readFieldValues(form, Object.keys(newest))
    const next = mergeSavedValues(shown, baseline, newest)
    for (const [name, value] of Object.entries(next.values))
      if (value !== shown[name]) (onSavedChange ?? ((...to) => writeFieldValue(form, ...to)))(name, value)
    setBaseline(next.baseline)
  })
  const key = JSON.stringify(saved)
  useEffect(() => followSaved(key), [key])
  return (
    <input
      ref={input}
      type="hidden"
      name={originalValuesFieldName}
      value={JSON.stringify(baseline)}
      readOnly
    />
  )
}

function readFieldValues(form: HTMLFormElement, names: string[]): FormValues {
  const values: FormValues = {}
  for (const name of names) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') values[name] = field.checked
    else if (field && 'value' in field) values[name] = String(field.value)
  }
  return values
}

function writeFieldValue(form: HTMLFormElement, name: string, value: string | boolean): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === true
  else if (field && 'value' in field) field.value = String(value)
}

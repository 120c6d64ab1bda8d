import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { baselineFieldName, mergeSavedValues, type FormValues, parseFormBaseline } from './form-changes.ts'

interface FormBaselineProps {
  /** The saved values of the form's fields, by name. */
  saved: FormValues
  /** The initial values of a form that was rejected. */
  initial?: FormValues | undefined
  /** Called with a changed saved value instead of writing to the field, for controlled fields. */
  onSavedChange?: (name: string, value: string | boolean) => void
}

/**
 * Tracks the original values of the surrounding form. Submits the original values with the form
 * (`getChangedFields`) and updates untouched fields when their saved values change.
 */
export function FormBaseline({ saved, initial, onSavedChange }: FormBaselineProps) {
  const input = useRef<HTMLInputElement>(null)
  const [baseline, setBaseline] = useState({ ...saved, ...initial })
  const followSaved = useEffectEvent((json: string) => {
    const form = input.current?.form
    if (!form) return
    const newest = parseFormBaseline(json)
    const shown = readFieldValues(form, Object.keys(newest))
    const next = mergeSavedValues(shown, baseline, newest)
    for (const [name, value] of Object.entries(next.values))
      if (value !== shown[name]) (onSavedChange ?? ((...to) => writeFieldValue(form, ...to)))(name, value)
    setBaseline(next.baseline)
  })
  const key = JSON.stringify(saved)
  useEffect(() => followSaved(key), [key])
  return (
    <input ref={input} type="hidden" name={baselineFieldName} value={JSON.stringify(baseline)} readOnly />
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

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { baselineField, follow, type FormValues, parseBaseline } from './form-changes.ts'

interface Props {
  /** The saved values of the form's fields, by their names. */
  saved: FormValues
  /** What a refused form was first rendered with. */
  initial?: FormValues | undefined
  /** For fields that React controls: called instead of writing into the field. */
  onFollow?: (name: string, value: string | boolean) => void
}

/** Placed inside a form: tells the server what the form was rendered with (`changedFields`), and keeps untouched fields current. */
export function Baseline({ saved, initial, onFollow }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [baseline, setBaseline] = useState({ ...saved, ...initial })
  const followSaved = useEffectEvent((json: string) => {
    const form = input.current?.form
    if (!form) return
    const newest = parseBaseline(json)
    const shown = read(form, Object.keys(newest))
    const next = follow(shown, baseline, newest)
    for (const [name, value] of Object.entries(next.shown))
      if (value !== shown[name]) (onFollow ?? ((...to) => write(form, ...to)))(name, value)
    setBaseline(next.baseline)
  })
  const key = JSON.stringify(saved)
  useEffect(() => followSaved(key), [key])
  return <input ref={input} type="hidden" name={baselineField} value={JSON.stringify(baseline)} readOnly />
}

function read(form: HTMLFormElement, names: string[]): FormValues {
  const values: FormValues = {}
  for (const name of names) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') values[name] = field.checked
    else if (field && 'value' in field) values[name] = String(field.value)
  }
  return values
}

function write(form: HTMLFormElement, name: string, value: string | boolean): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === true
  else if (field && 'value' in field) field.value = String(value)
}

import { type FormEvent, useState } from 'react'
import type { FormFailure } from './account-form-handling.ts'

/**
 * Returns the field errors, except for fields that the user has edited since the form was rejected. Typing in
 * a field hides the field's error until the form is submitted again.
 */
export function useFieldErrors(answer: FormFailure | undefined) {
  const [edited, setEdited] = useState<{ answer?: FormFailure; names: string[] }>({ names: [] })
  const names = edited.answer === answer ? edited.names : []
  const errors = Object.fromEntries(
    Object.entries(answer?.fields ?? {}).filter(([name]) => !names.includes(name)),
  )
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement
    if (errors[name]) setEdited({ answer, names: [...names, name] })
  }
  return { errors, onInput }
}

import { type FormEvent, useState } from 'react'
import type { Refused } from './form-answer.ts'

/** What is still wrong: a field that is typed in is no longer complained about until the form is sent again. */
export function useStillWrong(answer: Refused | undefined) {
  const [mended, setMended] = useState<{ answer?: Refused; names: string[] }>({ names: [] })
  const names = mended.answer === answer ? mended.names : []
  const errors = Object.fromEntries(
    Object.entries(answer?.fields ?? {}).filter(([name]) => !names.includes(name)),
  )
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement
    if (errors[name]) setMended({ answer, names: [...names, name] })
  }
  return { errors, onInput }
}

import { type FormEvent, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSafety } from '#contract/safety.ts'
import { type Band, bandOf } from '#contract/safety-defaults.ts'
import { tells } from '#contract/telling.ts'

/** What the site makes of a username that gives its owner away, by age. */
export type TellingRules = Record<Band, Told>
type Told = 'free' | 'advised' | 'refused'

export function tellingRules({ ages, settings }: AnswerOf<typeof getSafety>): TellingRules {
  const row = settings.find(({ setting }) => setting === 'telling_username')
  return Object.fromEntries(ages.map((band, at) => [band, row?.values[at]])) as TellingRules
}

/** What is to be said of the username as the form stands now, while there is time to think of another. */
export function useTelling(rules: TellingRules) {
  const [told, setTold] = useState<Told>('free')
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    const typed = (name: string) => String(form.get(name) ?? '').trim()
    const person = { full_name: typed('full_name'), email: typed('email') }
    const rule = rules[bandOf(Number(typed('age')) || null)]
    setTold(tells(typed('username'), person) ? rule : 'free')
  }
  return { told, onInput }
}

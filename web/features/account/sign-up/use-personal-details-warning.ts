import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSafetyDefaults } from '#contract/safety/safety-settings.ts'
import { type AgeBand, getAgeBand } from '#contract/safety/safety-defaults.ts'
import { hasPersonalDetailsInUsername } from '#contract/accounts/personal-details-in-username.ts'

/**
 * Defines for each age band whether a username that identifies a person is allowed, causes a warning, or is
 * refused.
 */
export type UsernamePersonalDetailsRules = Record<AgeBand, PersonalDetailsInUsernameRule>
type PersonalDetailsInUsernameRule = 'free' | 'advised' | 'refused'

export function toPersonalDetailsInUsernameRules({
  ages,
  settings,
}: ResponseOf<typeof getSafetyDefaults>): UsernamePersonalDetailsRules {
  const row = settings.find(({ setting }) => setting === 'telling_username')
  return Object.fromEntries(ages.map((band, at) => [band, row?.values[at]])) as UsernamePersonalDetailsRules
}

/**
 * Warns users while they are still typing a username that identifies them, because it is easy to choose
 * another one at that point.
 */
export function usePersonalDetailsWarning(rules: UsernamePersonalDetailsRules) {
  const [warning, setWarning] = useState<PersonalDetailsInUsernameRule>('free')
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    const typed = (name: string) => String(form.get(name) ?? '').trim()
    const person = { full_name: typed('full_name'), email: typed('email') }
    const rule = rules[getAgeBand(Number(typed('age')) || null)]
    setWarning(hasPersonalDetailsInUsername(typed('username'), person) ? rule : 'free')
  }
  return { told: warning, onInput }
}

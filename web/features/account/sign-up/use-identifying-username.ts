import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSafetyDefaults } from '#contract/safety/safety-settings.ts'
import { type AgeBand, ageBandOf } from '#contract/safety/safety-defaults.ts'
import { isIdentifyingUsername } from '#contract/accounts/identifying-username.ts'

/** The rule for usernames that identify a person, for each age band. */
export type IdentifyingUsernameRules = Record<AgeBand, IdentifyingUsernameRule>
type IdentifyingUsernameRule = 'free' | 'advised' | 'refused'

export function toIdentifyingUsernameRules({
  ages,
  settings,
}: ResponseOf<typeof getSafetyDefaults>): IdentifyingUsernameRules {
  const row = settings.find(({ setting }) => setting === 'telling_username')
  return Object.fromEntries(ages.map((band, at) => [band, row?.values[at]])) as IdentifyingUsernameRules
}

/**
 * Warns about an identifying username while the user is typing, because another username is easy to choose at
 * that moment.
 */
export function useIdentifyingUsername(rules: IdentifyingUsernameRules) {
  const [warning, setWarning] = useState<IdentifyingUsernameRule>('free')
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    const typed = (name: string) => String(form.get(name) ?? '').trim()
    const person = { full_name: typed('full_name'), email: typed('email') }
    const rule = rules[ageBandOf(Number(typed('age')) || null)]
    setWarning(isIdentifyingUsername(typed('username'), person) ? rule : 'free')
  }
  return { told: warning, onInput }
}

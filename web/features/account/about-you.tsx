import { useState } from 'react'
import { ages } from '#contract/limits.ts'
import { Field } from '#web/ui/field.tsx'
import { words } from '#web/words/account.ts'
import { Consent } from './consent.tsx'
import { DisplayMode } from './display-mode.tsx'
import type { Refused } from './form-answer.ts'
import { UsernameField } from './username-field.tsx'
import type { useTelling } from './use-telling.ts'

interface Props {
  values: Refused['values']
  errors: Refused['fields']
  /** The youngest age that may join here. */
  minAge: number
  /** What is to be said of the username as it stands. */
  telling: ReturnType<typeof useTelling>['told']
}

/** What everybody who joins is asked, whichever way they came: age, username, how to be shown, terms. */
export function AboutYou({ values, errors, minAge, telling }: Props) {
  const [age, setAge] = useState(values.age ?? '')
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Field
          label={words.age}
          name="age"
          defaultValue={values.age}
          error={errors.age}
          type="number"
          inputMode="numeric"
          min={minAge}
          max={ages.max}
          required
          onChange={(event) => setAge(event.target.value)}
        />
        <UsernameField defaultValue={values.username} error={errors.username} telling={telling} />
      </div>
      <DisplayMode age={age} chosen={values.display_name_mode} />
      <Consent values={values} errors={errors} minAge={minAge} />
    </>
  )
}

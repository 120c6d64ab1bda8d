import { useState } from 'react'
import { ageLimits } from '#contract/limits.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { signInProviderMessages } from '#web/messages/account/sign-in-providers.ts'
import { TermsConsentFields } from './terms-consent-fields.tsx'
import { DisplayNameModeField } from './display-name-mode-field.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'
import { UsernameField } from './username-field.tsx'
import type { usePersonalDetailsWarning } from './use-personal-details-warning.ts'

interface Props {
  values: FormFailure['values']
  errors: FormFailure['fields']
  knownAge: number | null
  minAge: number
  /** The warning about the username that the user has entered. */
  warning: ReturnType<typeof usePersonalDetailsWarning>['told']
}

/** The fields that all sign-up forms share: age, username, display name mode and terms. */
export function SignUpProfileFields({ values, errors, knownAge, minAge, warning }: Props) {
  const [age, setAge] = useState(knownAge === null ? (values.age ?? '') : String(knownAge))
  return (
    <>
      <div className={knownAge === null ? 'grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]' : 'grid gap-5'}>
        {knownAge === null ? (
          <TextField
            label={accountFormMessages.age}
            name="age"
            defaultValue={values.age}
            error={errors.age}
            type="number"
            inputMode="numeric"
            min={minAge}
            max={ageLimits.max}
            required
            onChange={(event) => setAge(event.target.value)}
          />
        ) : (
          <p>
            <input type="hidden" name="age" value={knownAge} />
            {signInProviderMessages.knownAge({ age: knownAge })}
          </p>
        )}
        <UsernameField defaultValue={values.username} error={errors.username} warning={warning} />
      </div>
      <DisplayNameModeField age={age} chosen={values.display_name_mode} />
      <TermsConsentFields values={values} errors={errors} minAge={minAge} />
    </>
  )
}

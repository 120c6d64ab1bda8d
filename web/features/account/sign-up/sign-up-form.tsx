import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { passwordMinLengthAtSignUp } from '#contract/limits.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { SignUpProfileFields } from './sign-up-profile-fields.tsx'
import { FormErrorMessage } from '../forms/account-page-layout.tsx'
import { type FormFailure, isOverridableWarning } from '../forms/account-form-handling.ts'
import { useFieldErrors } from '../forms/use-field-errors.ts'
import {
  type UsernamePersonalDetailsRules,
  usePersonalDetailsWarning,
} from './use-personal-details-warning.ts'

interface Props {
  answer: FormFailure | undefined
  /** True if the user signs up with a provider. These accounts have an email address already and need no password. */
  provided?: boolean
  /** The age that the provider has told. The user is asked if it is null. */
  knownAge?: number | null
  minAge: number
  warning: UsernamePersonalDetailsRules
}

export function SignUpForm({ answer, provided = false, knownAge = null, minAge, warning }: Props) {
  const busy = useNavigation().formData !== undefined
  const values = answer?.values ?? {}
  const { errors, onInput } = useFieldErrors(answer)
  const name = usePersonalDetailsWarning(warning)
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalidField(form, answer)
  const fieldProps = (field: string) => ({ name: field, defaultValue: values[field], error: errors[field] })
  const isFormError = answer && Object.keys(answer.fields).length === 0
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onInput={(event) => {
        onInput(event)
        name.onInput(event)
      }}
      className="flex flex-col gap-5"
    >
      {/* If the site warned about the username, submitting the form again confirms the username. */}
      {(name.told === 'advised' || (answer && isOverridableWarning(answer))) && (
        <input type="hidden" name="anyway" value="on" />
      )}
      {isFormError && (
        <FormErrorMessage title={answer.refused.title}>{answer.refused.detail}</FormErrorMessage>
      )}
      <TextField
        label={accountFormMessages.fullName}
        {...fieldProps('full_name')}
        autoComplete="name"
        required
      />
      {!provided && (
        <>
          <TextField
            label={accountFormMessages.firstName}
            {...fieldProps('first_name')}
            autoComplete="given-name"
            optional
          />
          <TextField
            label={accountFormMessages.email}
            {...fieldProps('email')}
            type="email"
            autoComplete="email"
            required
          />
          <PasswordField
            label={accountFormMessages.password}
            name="password"
            autoComplete="new-password"
            required
            hint={accountFormMessages.atLeast({ least: passwordMinLengthAtSignUp })}
            error={errors.password}
          />
        </>
      )}
      <SignUpProfileFields
        values={values}
        errors={errors}
        knownAge={knownAge}
        minAge={minAge}
        warning={name.told}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {accountFormMessages.join}
      </Button>
    </Form>
  )
}

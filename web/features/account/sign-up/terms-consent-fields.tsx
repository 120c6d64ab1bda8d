import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { signUpMessages } from '#web/messages/account/sign-up.ts'
import type { FormFailure } from '../forms/account-form-handling.ts'

interface Props {
  values: FormFailure['values']
  errors: FormFailure['fields']
  minAge: number
}

/**
 * Asks for consent to the terms (required) and to newsletters (optional). Neither checkbox is checked by
 * default.
 */
export function TermsConsentFields({ values, errors, minAge }: Props) {
  const { accept } = signUpMessages
  const terms = (
    <>
      {accept.before}
      <Link to={pagePaths.terms} className="link">
        {accept.terms}
      </Link>
      {accept.and}
      <Link to={pagePaths.privacy} className="link">
        {accept.privacy}
      </Link>
    </>
  )
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={terms}
        name="terms"
        required
        hint={signUpMessages.parents({ min: minAge })}
        defaultChecked={values.terms === 'on'}
        error={errors.terms}
      />
      <Checkbox label={signUpMessages.news} name="marketing" defaultChecked={values.marketing === 'on'} />
    </div>
  )
}

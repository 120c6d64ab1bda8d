import { Mail } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { signInMessages } from '#web/messages/account/sign-in.ts'
import { FormErrorMessage, FormSuccessMessage } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'
import { describeProviderFailure, type ProviderFailure } from '../sign-in-providers/provider-failure.ts'
import { PasskeySignInButton } from '../passkeys/passkey-sign-in-button.tsx'

interface Props {
  answer: FormFailure | undefined
  notice: SignInNotice | undefined
  /** Why the browser came back from a provider without a session. */
  failure: ProviderFailure | undefined
}

/** The notice above the sign-in form, for example "Your email is confirmed. Welcome!". */
export type SignInNotice = 'confirmed' | 'not_confirmed'

/**
 * The name and value of the second submit button, which requests a sign-in link instead of checking the
 * password.
 */
export const signInLinkButtonProps = { name: 'way', value: 'link' }

export function SignInForm({ answer, notice, failure }: Props) {
  const sending = useNavigation().formData
  const way = sending?.get(signInLinkButtonProps.name)
  const isFormError = answer && !answer.fields.email
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {notice && !answer && <SignInNoticeMessage notice={notice} />}
      {failure && !answer && (
        <FormErrorMessage title={accountFormMessages.signInFailed}>
          {describeProviderFailure(failure)}
        </FormErrorMessage>
      )}
      {isFormError && (
        <FormErrorMessage title={accountFormMessages.signInFailed}>{answer.refused.detail}</FormErrorMessage>
      )}
      <TextField
        label={accountFormMessages.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={answer?.values.email}
        error={answer?.fields.email}
      />
      <PasswordField
        label={accountFormMessages.password}
        name="password"
        autoComplete="current-password"
        required
        error={answer?.fields.password}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Checkbox
          label={signInMessages.remember}
          name="remember"
          defaultChecked={answer?.values.remember === 'on'}
        />
        <Link to={pagePaths.forgotPassword} className="link inline-flex min-h-[44px] items-center">
          {signInMessages.forgot}
        </Link>
      </div>
      <Button type="submit" variant="primary" size="large" busy={sending !== undefined && !way}>
        {accountFormMessages.signIn}
      </Button>
      <div className="flex flex-col gap-2">
        <Button
          type="submit"
          {...signInLinkButtonProps}
          size="large"
          busy={way === signInLinkButtonProps.value}
        >
          <Mail aria-hidden="true" /> {signInMessages.link}
        </Button>
        <p className="field-hint">{signInMessages.linkHint}</p>
      </div>
      <PasskeySignInButton />
    </Form>
  )
}

function SignInNoticeMessage({ notice }: { notice: SignInNotice }) {
  if (notice === 'confirmed')
    return <FormSuccessMessage>{signInMessages.arrival.confirmed}</FormSuccessMessage>
  return (
    <FormErrorMessage title={accountFormMessages.signInFailed}>
      {signInMessages.arrival[notice]}
    </FormErrorMessage>
  )
}

import { Form, Link, useNavigation } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { twoFactorMessages } from '#web/messages/account/two-factor.ts'
import { FormErrorMessage } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'

const enterCodeMessages = twoFactorMessages.enter

interface Props {
  answer: FormFailure | undefined
  next: string | undefined
  /** True if the form asks for a recovery code because the user does not have their phone with them. */
  recovery: boolean
}

/**
 * The form for the second step of signing in. One form accepts both authenticator codes and recovery codes,
 * and works without JavaScript.
 */
export function TwoFactorCodeForm({ answer, next, recovery }: Props) {
  const busy = useNavigation().formData !== undefined
  return (
    <>
      <Form method="post" noValidate className="flex flex-col gap-5">
        {answer && !answer.fields.code && (
          <FormErrorMessage title={accountFormMessages.signInFailed}>
            {answer.refused.detail}
          </FormErrorMessage>
        )}
        <TextField
          key={String(recovery)}
          label={recovery ? enterCodeMessages.recovery : enterCodeMessages.code}
          hint={recovery && enterCodeMessages.recoveryHint}
          name="code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          error={answer?.fields.code}
        />
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {accountFormMessages.signIn}
        </Button>
      </Form>
      <p>
        <Link to={pagePaths.twoFactor(next, !recovery)} replace className="link">
          {recovery ? enterCodeMessages.byApp : enterCodeMessages.byRecovery}
        </Link>
      </p>
      <p className="text-15 text-quiet">
        {enterCodeMessages.lost}{' '}
        <Link to={pagePaths.contact} className="link">
          {enterCodeMessages.contact}
        </Link>
      </p>
      <p>
        <Link to={pagePaths.signIn(next)} className="link">
          {enterCodeMessages.again}
        </Link>
      </p>
    </>
  )
}

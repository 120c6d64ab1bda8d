import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { words as common } from '#web/words/account.ts'
import { words as all } from '#web/words/second-step.ts'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'

const words = all.enter

interface Props {
  answer: Refused | undefined
  next: string | undefined
  /** They have no phone at hand. */
  recovery: boolean
}

/** The second step of signing in. Both ways are one form, and work without script. */
export function CodeForm({ answer, next, recovery }: Props) {
  const busy = useNavigation().formData !== undefined
  return (
    <>
      <Form method="post" noValidate className="flex flex-col gap-5">
        {answer && !answer.fields.code && (
          <FormError title={common.signInFailed}>{answer.refused.detail}</FormError>
        )}
        <Field
          key={String(recovery)}
          label={recovery ? words.recovery : words.code}
          hint={recovery && words.recoveryHint}
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
          {common.signIn}
        </Button>
      </Form>
      <p>
        <Link to={paths.signInCode(next, !recovery)} replace className="link">
          {recovery ? words.byApp : words.byRecovery}
        </Link>
      </p>
      <p className="text-15 text-quiet">
        {words.lost}{' '}
        <Link to={paths.contact} className="link">
          {words.contact}
        </Link>
      </p>
      <p>
        <Link to={paths.login(next)} className="link">
          {words.again}
        </Link>
      </p>
    </>
  )
}

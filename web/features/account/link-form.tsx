import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { words as common } from '#web/words/account.ts'
import { words as login } from '#web/words/login.ts'
import { words } from '#web/words/sign-in-link.ts'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'

interface Props {
  token: string
  email: string
  username: string | null
  answer: Refused | undefined
}

/** One press by a person: programs that look through mail open every link, and must not spend it. */
export function LinkForm({ token, email, username, answer }: Props) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" className="flex flex-col gap-5">
      {answer && <FormError title={common.signInFailed}>{answer.refused.detail}</FormError>}
      <p>
        {username ? words.as : words.unfinished}
        <strong className="break-all">{username ? `@${username} (${email})` : email}</strong>.
      </p>
      <input type="hidden" name="token" value={token} />
      <Checkbox label={login.remember} name="remember" hint={login.rememberHint} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {common.signIn}
      </Button>
      <p className="text-15 text-quiet">{words.notYou}</p>
    </Form>
  )
}

export function LinkSpent({ next }: { next: string | undefined }) {
  return (
    <>
      <p>{words.spentText}</p>
      <Link to={paths.login(next)} className={buttonClass({ variant: 'primary', size: 'large' })}>
        {words.again}
      </Link>
    </>
  )
}

/** Signed in, and without a password from now on. */
export function PasswordGone({ to }: { to: string }) {
  return (
    <div className="flex flex-col gap-5">
      <p>{words.passwordGone}</p>
      <Link
        to={`${paths.dashboard}#change-password`}
        className={buttonClass({ variant: 'primary', size: 'large' })}
      >
        {words.choose}
      </Link>
      <Link to={to} className={buttonClass({ size: 'large' })}>
        {common.goOn}
      </Link>
    </div>
  )
}

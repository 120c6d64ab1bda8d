import { Link } from 'react-router'
import type { RegistrationError } from '#web/features/account/sign-up/registration-error.ts'
import { signInMessages } from '#web/messages/account/sign-in.ts'
import { signUpMessages } from '#web/messages/account/sign-up.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'

/** Replaces the sign-up form if the visitor cannot join. The title of the page is the title of the error. */
export function RegistrationRefusal({ detail, next }: RegistrationError & { next: string | undefined }) {
  return (
    <>
      <p>{detail}</p>
      <p className="text-quiet">{signUpMessages.already}</p>
      <p className="flex flex-wrap gap-2">
        <Link
          to={pagePaths.signIn(next)}
          className={getButtonClassName({ variant: 'primary', size: 'large' })}
        >
          {signInMessages.title}
        </Link>
        <Link to={pagePaths.home} className={getButtonClassName({ size: 'large' })}>
          {signUpMessages.lookAround}
        </Link>
      </p>
    </>
  )
}

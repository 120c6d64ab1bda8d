import { Link } from 'react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { signUp } from '#contract/accounts/accounts.ts'
import type { SiteInfo } from '#contract/site-info.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { showToast, dismissErrorToasts } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { signUpMessages } from '#web/messages/account/sign-up.ts'
import { NoMailServerNotice } from '../forms/email-sent-notice.tsx'

export interface SignUpResult {
  joined: ResponseOf<typeof signUp> & { email: string; to: string }
}

/** Shows the two toasts that the specification requires after signing up, one after the other. */
export function showSignUpSuccessToasts({ joined }: SignUpResult) {
  dismissErrorToasts()
  showToast.success(accountFormMessages.accountCreated.title, accountFormMessages.accountCreated.text)
  showToast.successNext(accountFormMessages.created, accountFormMessages.shownAs[joined.shown_as])
}

/**
 * Replaces the sign-up form once the account exists. This message is visible only if the browser does not run
 * JavaScript, or if the user must first check their email.
 */
export function SignUpSuccess({ joined, mail }: SignUpResult & { mail: SiteInfo['mail'] }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-21 font-bold">{accountFormMessages.accountCreated.text}</p>
      <p>
        {signUpMessages.wrote}
        <strong className="break-all" dir="auto">
          {joined.email}
        </strong>
        . {accountFormMessages.shownAs[joined.shown_as]}
      </p>
      {mail === 'local' && <NoMailServerNotice />}
      <Link
        to={joined.signed_in ? joined.to : pagePaths.signIn(joined.to)}
        className={getButtonClassName({ variant: 'primary', size: 'large' })}
      >
        {joined.signed_in ? accountFormMessages.goOn : accountFormMessages.signIn}
      </Link>
    </div>
  )
}
